/* Firmware style: everything static, 3-D arrays, int8 weights, int32 accumulators, fixed point shifts, macros for loops. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define IN_H 16
#define IN_W 16
#define C1 4
#define C2 8
#define FC (C2 * (IN_H / 4) * (IN_W / 4))
#define CLASSES 5
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define CLAMP8(v) ((v) > 127 ? 127 : (v) < -128 ? -128 : (v))

static int8_t image[1][IN_H + 2][IN_W + 2];
static int8_t f1[C1][IN_H][IN_W], p1[C1][IN_H / 2 + 2][IN_W / 2 + 2];
static int8_t f2[C2][IN_H / 2][IN_W / 2], p2[C2][IN_H / 4][IN_W / 4];
static int32_t scores[CLASSES];
static const int8_t k1[C1][1][3][3] = { { { { 1, 2, 1 } } } }, k2[C2][C1][3][3] = { { { { 3 } } } };
static const int8_t wf[CLASSES][FC] = { { 1, -1 } };
static const int32_t bf[CLASSES] = { 10, 20, 30 };

static void quantize_input(int8_t (*dst)[IN_W + 2], const uint8_t *src)
{
	FOR(y, IN_H) FOR(x, IN_W) dst[y + 1][x + 1] = (int8_t)(src[y * IN_W + x] - 128);
}

static void conv3x3(int8_t *out, const int8_t *in, const int8_t *k, int ic, int oc, int h, int w, int shift)
{
	FOR(o, oc) FOR(y, h) FOR(x, w) {
		int32_t acc = 1 << (shift - 1);
		FOR(c, ic) FOR(i, 3) FOR(j, 3)
			acc += in[(c * (h + 2) + y + i) * (w + 2) + x + j] * k[((o * ic + c) * 3 + i) * 3 + j];
		acc >>= shift;
		out[(o * h + y) * w + x] = (int8_t)CLAMP8(acc);
	}
}

static void pool2(int8_t *out, const int8_t *in, int c, int h, int w, int border)
{
	int oh = h / 2 + 2 * border, ow = w / 2 + 2 * border;
	FOR(z, c) FOR(y, h / 2) FOR(x, w / 2) {
		int8_t m = -128;
		FOR(i, 2) FOR(j, 2) {
			int8_t v = in[(z * h + 2 * y + i) * w + 2 * x + j];
			if (v > m) m = v;
		}
		out[(z * oh + y + border) * ow + x + border] = m < 0 ? 0 : m;
	}
}

static void fc_layer(int32_t *out, const int8_t *in, const int8_t *w, const int32_t *b, int n_out, int n_in)
{
	FOR(o, n_out) {
		out[o] = b[o];
		FOR(i, n_in) out[o] += (int32_t)in[i] * w[o * n_in + i];
	}
}

static int classify(const uint8_t *pixels)
{
	int best = 0;
	memset(p1, 0, sizeof p1);
	quantize_input(image[0], pixels);
	conv3x3(&f1[0][0][0], &image[0][0][0], &k1[0][0][0][0], 1, C1, IN_H, IN_W, 6);
	pool2((int8_t *)p1, (const int8_t *)f1, C1, IN_H, IN_W, 1);
	conv3x3((int8_t *)f2, (const int8_t *)p1, (const int8_t *)k2, C1, C2, IN_H / 2, IN_W / 2, 7);
	pool2(p2[0][0], f2[0][0], C2, IN_H / 2, IN_W / 2, 0);
	fc_layer(scores, **p2, *wf, bf, CLASSES, FC);
	for (int i = 1; i < CLASSES; i++) if (scores[i] > scores[best]) best = i;
	return best;
}

int main(void)
{
	static uint8_t frame[IN_H * IN_W];
	FOR(i, IN_H * IN_W) frame[i] = (uint8_t)i;
	printf("%d\n", classify(frame));
	return 0;
}
