/* CNN with a bump allocator: static arena, checked, marks and resets; im2col and direct convolution side by side. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define AT3(p, c, h, w, H, W) (p)[((c) * (H) + (h)) * (W) + (w)]

typedef struct { unsigned char *base; size_t used, cap, high; } Arena;

static void arena_init(Arena *a, size_t cap)
{
	a->base = malloc(cap);
	a->cap = cap;
	a->used = a->high = 0;
	if (!a->base) abort();
}

static void *arena_push(Arena *a, size_t n)
{
	size_t at = (a->used + 15) & ~(size_t)15;
	assert(at + n <= a->cap);
	a->used = at + n;
	a->high = MAX(a->high, a->used);
	return a->base + at;
}
#define PUSH(a, T, n) ((T *)arena_push((a), sizeof(T) * (n)))

typedef struct { int c, h, w; float *data; } Map;

static Map map_new(Arena *a, int c, int h, int w)
{
	Map m = { c, h, w, PUSH(a, float, c * h * w) };
	return m;
}

static void conv2d(float *restrict out, const float *restrict in, const float *restrict k, const float *restrict bias,
		   int ic, int ih, int iw, int oc, int ks, int stride, int pad)
{
	const int oh = (ih + 2 * pad - ks) / stride + 1, ow = (iw + 2 * pad - ks) / stride + 1;
	for (int o = 0; o < oc; ++o)
		for (int y = 0; y < oh; ++y)
			for (int x = 0; x < ow; ++x) {
				float acc = bias ? bias[o] : 0.f;
				for (int c = 0; c < ic; ++c)
					for (int r = MAX(0, pad - y * stride); r < MIN(ks, ih + pad - y * stride); ++r)
						for (int s = MAX(0, pad - x * stride); s < MIN(ks, iw + pad - x * stride); ++s)
							acc += AT3(in, c, y * stride + r - pad, x * stride + s - pad, ih, iw) * k[((o * ic + c) * ks + r) * ks + s];
				AT3(out, o, y, x, oh, ow) = acc;
			}
}

static void im2col(float *col, const float *in, int ic, int ih, int iw, int ks, int stride, int pad)
{
	int oh = (ih + 2 * pad - ks) / stride + 1, ow = (iw + 2 * pad - ks) / stride + 1, n = ic * ks * ks;
	for (int r = 0; r < n; r++) {
		int kx = r % ks, ky = (r / ks) % ks, c = r / ks / ks;
		for (int y = 0; y < oh; y++)
			for (int x = 0; x < ow; x++) {
				int iy = y * stride + ky - pad, ix = x * stride + kx - pad;
				col[(r * oh + y) * ow + x] = (iy < 0 || ix < 0 || iy >= ih || ix >= iw) ? 0 : in[(c * ih + iy) * iw + ix];
			}
	}
}

static void sgemm(int M, int N, int K, const float *A, const float *B, float *C)
{
	for (int i = 0; i < M; i++) {
		for (int j = 0; j < N; j++) C[i * N + j] = 0;
		for (int k = 0; k < K; k++) {
			float a = A[i * K + k];
			for (int j = 0; j < N; j++) C[i * N + j] += a * B[k * N + j];
		}
	}
}

static void relu(float *x, int n) { while (n-- > 0) { if (*x < 0) *x = 0; x++; } }

static void maxpool2d(float *out, const float *in, int c, int h, int w, int k)
{
	for (int ch = 0; ch < c; ch++)
		for (int y = 0; y < h / k; y++)
			for (int x = 0; x < w / k; x++) {
				float best = -FLT_MAX;
				for (int i = 0; i < k * k; i++) {
					float v = in[(ch * h + y * k + i / k) * w + x * k + i % k];
					best = v > best ? v : best;
				}
				*out++ = best;
			}
}

static void dense(float *y, const float *W, const float *x, const float *b, int m, int n)
{
	for (int i = 0; i < m; i++) {
		y[i] = b[i];
		for (int j = 0; j < n; j++) y[i] += W[i * n + j] * x[j];
	}
}

static void softmax(float *x, int n)
{
	float mx = x[0], sum = 0;
	for (int i = 1; i < n; i++) mx = fmaxf(mx, x[i]);
	for (int i = 0; i < n; i++) sum += (x[i] = expf(x[i] - mx));
	for (int i = 0; i < n; i++) x[i] /= sum;
}

int main(int argc, char **argv)
{
	Arena weights, acts;
	int side = argc > 1 ? atoi(argv[1]) : 28;
	arena_init(&weights, 1 << 20);
	arena_init(&acts, 512 * 1024);
	float *k1 = PUSH(&weights, float, 8 * 1 * 5 * 5), *b1 = PUSH(&weights, float, 8);
	float *k2 = PUSH(&weights, float, 16 * 8 * 3 * 3);
	memset(weights.base, 0, weights.used);
	Map in = map_new(&acts, 1, side, side);
	memset(in.data, 0, sizeof(float) * side * side);
	Map c1 = map_new(&acts, 8, side, side);
	conv2d(c1.data, in.data, k1, b1, in.c, in.h, in.w, c1.c, 5, 1, 2);
	relu(c1.data, c1.c * c1.h * c1.w);
	Map p1 = map_new(&acts, 8, side / 2, side / 2);
	maxpool2d(p1.data, c1.data, c1.c, c1.h, c1.w, 2);
	Map c2 = map_new(&acts, 16, (p1.h + 2 - 3) / 2 + 1, (p1.w + 2 - 3) / 2 + 1);
	size_t mark = acts.used;
	float *col = PUSH(&acts, float, 8 * 3 * 3 * c2.h * c2.w);
	im2col(col, p1.data, p1.c, p1.h, p1.w, 3, 2, 1);
	sgemm(16, c2.h * c2.w, 8 * 9, k2, col, c2.data);
	acts.used = mark;
	relu(c2.data, c2.c * c2.h * c2.w);
	int n_flat = c2.c * c2.h * c2.w;
	float *fc = PUSH(&weights, float, 10 * n_flat), *fb = PUSH(&weights, float, 10);
	memset(fc, 0, sizeof(float) * 10 * n_flat);
	memset(fb, 0, 10 * sizeof *fb);
	float *y = PUSH(&acts, float, 10);
	dense(y, fc, c2.data, fb, 10, n_flat);
	softmax(y, 10);
	printf("%f %zu %zu\n", y[0], weights.high, acts.high);
	free(acts.base);
	free(weights.base);
	return 0;
}
