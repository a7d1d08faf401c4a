/* MNIST from scratch: layers in an array of structs, activation through function pointers, ping-pong buffers, epochs. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_IN 64
#define N_OUT 10
#define BATCH 8

typedef float (*act_fn)(float);
typedef struct layer {
	int n_in, n_out;
	float *w, *b, *dw, *db, *z, *a;
	act_fn act, dact;
} layer;
typedef struct network { layer *layers; int n; float *delta[2]; } network;

static float relu_(float x) { return x > 0 ? x : 0; }
static float drelu(float x) { return x > 0; }
static float ident(float x) { return x; }
static float one(float x) { (void)x; return 1; }

static float *zeros(size_t n)
{
	float *p = calloc(n, sizeof(float));
	if (!p) { fputs("no memory\n", stderr); exit(1); }
	return p;
}

static void layer_init(layer *l, int n_in, int n_out, act_fn act, act_fn dact)
{
	*l = (layer){ .n_in = n_in, .n_out = n_out, .act = act, .dact = dact };
	l->w = zeros((size_t)n_in * n_out);
	l->b = zeros(n_out);
	l->dw = zeros((size_t)n_in * n_out);
	l->db = zeros(n_out);
	l->z = zeros((size_t)BATCH * n_out);
	l->a = zeros((size_t)BATCH * n_out);
	for (int i = 0; i < n_in * n_out; i++) l->w[i] = ((float)rand() / (float)RAND_MAX - 0.5f) * sqrtf(2.0f / n_in);
}

static network *network_new(const int *widths, int n)
{
	network *net = malloc(sizeof *net);
	int widest = 0;
	net->n = n - 1;
	net->layers = malloc(net->n * sizeof *net->layers);
	for (int i = 0; i < net->n; i++)
		layer_init(&net->layers[i], widths[i], widths[i + 1], i + 1 < net->n ? relu_ : ident, i + 1 < net->n ? drelu : one);
	for (int i = 0; i < n; i++) if (widths[i] > widest) widest = widths[i];
	net->delta[0] = zeros((size_t)widest * BATCH);
	net->delta[1] = zeros((size_t)widest * BATCH);
	return net;
}

static void forward_dense(const float *x, const float *w, const float *b, float *z, int batch, int n_in, int n_out)
{
	for (int s = 0; s < batch; s++)
		for (int o = 0; o < n_out; o++) {
			float sum = b[o];
			for (int i = 0; i < n_in; i++) sum += x[s * n_in + i] * w[i * n_out + o];
			z[s * n_out + o] = sum;
		}
}

static void act_forward(const float *z, float *a, int n, act_fn f) { for (int i = 0; i < n; i++) a[i] = f(z[i]); }
static void act_backward(float *d, const float *z, int n, act_fn f) { for (int i = 0; i < n; i++) d[i] *= f(z[i]); }

static void backward_dense(const float *x, const float *w, const float *dz, float *dx, float *dw, float *db, int batch, int n_in, int n_out)
{
	memset(dw, 0, sizeof(float) * n_in * n_out);
	memset(db, 0, sizeof(float) * n_out);
	for (int s = 0; s < batch; s++)
		for (int o = 0; o < n_out; o++) {
			db[o] += dz[s * n_out + o];
			for (int i = 0; i < n_in; i++) dw[i * n_out + o] += x[s * n_in + i] * dz[s * n_out + o];
		}
	if (!dx) return;
	for (int s = 0; s < batch; s++)
		for (int i = 0; i < n_in; i++) {
			float g = 0;
			for (int o = 0; o < n_out; o++) g += w[i * n_out + o] * dz[s * n_out + o];
			dx[s * n_in + i] = g;
		}
}

static void sgd_step(float *w, const float *dw, int n, float lr) { for (int i = 0; i < n; i++) w[i] -= lr * dw[i]; }

static float train_batch(network *net, const float *x, const uint8_t *y, float lr)
{
	const float *in = x;
	float loss = 0;
	for (int i = 0; i < net->n; i++) {
		layer *l = &net->layers[i];
		forward_dense(in, l->w, l->b, l->z, BATCH, l->n_in, l->n_out);
		act_forward(l->z, l->a, BATCH * l->n_out, l->act);
		in = l->a;
	}
	float *d = net->delta[0], *next = net->delta[1];
	layer *last = &net->layers[net->n - 1];
	for (int s = 0; s < BATCH; s++) {
		float m = -1e30f, sum = 0;
		for (int o = 0; o < last->n_out; o++) m = fmaxf(m, last->a[s * last->n_out + o]);
		for (int o = 0; o < last->n_out; o++) sum += expf(last->a[s * last->n_out + o] - m);
		for (int o = 0; o < last->n_out; o++) {
			float p = expf(last->a[s * last->n_out + o] - m) / sum;
			d[s * last->n_out + o] = (p - (o == y[s])) / BATCH;
			if (o == y[s]) loss -= logf(p + 1e-9f);
		}
	}
	for (int i = net->n - 1; i >= 0; i--) {
		layer *l = &net->layers[i];
		const float *prev = i ? net->layers[i - 1].a : x;
		act_backward(d, l->z, BATCH * l->n_out, l->dact);
		backward_dense(prev, l->w, d, i ? next : NULL, l->dw, l->db, BATCH, l->n_in, l->n_out);
		sgd_step(l->w, l->dw, l->n_in * l->n_out, lr);
		sgd_step(l->b, l->db, l->n_out, lr);
		float *t = d; d = next; next = t;
	}
	return loss / BATCH;
}

static void network_free(network *net)
{
	for (int i = 0; i < net->n; i++) {
		layer *l = &net->layers[i];
		free(l->w); free(l->b); free(l->dw); free(l->db); free(l->z); free(l->a);
	}
	free(net->delta[0]); free(net->delta[1]);
	free(net->layers);
	free(net);
}

int main(void)
{
	static const int widths[] = { N_IN, 32, 16, N_OUT };
	static uint8_t images[4 * BATCH][N_IN];
	uint8_t labels[4 * BATCH];
	float *x = malloc(BATCH * N_IN * sizeof *x), loss = 0;
	srand(1);
	for (int i = 0; i < 4 * BATCH; i++) labels[i] = (uint8_t)(i % N_OUT);
	network *net = network_new(widths, (int)(sizeof widths / sizeof widths[0]));
	for (int epoch = 0; epoch < 3; epoch++) {
		for (int s = 0; s < 4 * BATCH; s += BATCH) {
			for (int i = 0; i < BATCH * N_IN; i++) x[i] = images[s + i / N_IN][i % N_IN] / 255.0f;
			loss = train_batch(net, x, labels + s, 0.05f);
		}
	}
	printf("loss %f\n", loss);
	network_free(net);
	free(x);
	return 0;
}
