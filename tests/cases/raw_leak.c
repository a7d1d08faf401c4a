// Memory that nobody can free any more when main returns; what a pointer still leads to, from
// wherever, is none of it.
#include <stdio.h>
#include <stdlib.h>

#define N 64

typedef struct {
    float *weights, **layers;
} net;

static float *cache;

static void scale(float *out, const float *in, int n)
{
    for (int i = 0; i < n; i++) out[i] = 2 * in[i];
}

static float forward(net *m, const float *x)
{
    float *h = malloc(N * sizeof(float)); // expect SP762: 3 blocks of this line, 768 bytes in all, are never freed
    scale(h, x, N);
    if (!cache) cache = calloc(N, sizeof(float));
    scale(cache, h, N);
    scale(m->layers[1], cache, N);
    return h[0];
}

int main(void)
{
    net m = {0};
    float *x = calloc(N, sizeof(float)); // expect SP762: `x`, 256 bytes, is never freed
    m.weights = calloc(N, sizeof(float));
    m.layers = malloc(2 * sizeof *m.layers);
    for (int i = 0; i < 2; i++) m.layers[i] = calloc(N, sizeof(float));
    float y = 0;
    for (int i = 0; i < 3; i++) y += forward(&m, x);
    scale(m.weights, x, N);
    scale(m.layers[0], x, N);
    x = m.weights;
    printf("%f %f\n", y, x[0]);
    return 0;
}
