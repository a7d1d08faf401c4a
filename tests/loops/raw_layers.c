// Each layer has blocks of its own, and two buffers change places.
// counts: n
// exact: peak_leaf.f32 live.f32 total.f32 flops malloc
#include <stdlib.h>

struct layer {
    float *w, *b;
};

struct model {
    int n, dim;
    struct layer *layers;
};

static void linear(float *out, const float *in, const float *w, const float *b, int n, int m)
{
    for (int o = 0; o < m; o++) {
        float s = b ? b[o] : 0;
        for (int i = 0; i < n; i++) s += in[i] * w[o * n + i];
        out[o] = s;
    }
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    struct model m = {n, 24, malloc(n * sizeof(struct layer))};
    for (int l = 0; l < m.n; l++) {
        m.layers[l].w = calloc(m.dim * m.dim, sizeof(float));
        m.layers[l].b = calloc(m.dim, sizeof(float));
    }
    float *x = calloc(m.dim, sizeof(float)), *h = malloc(m.dim * sizeof(float));
    for (int l = 0; l < m.n; l++) {
        linear(h, x, m.layers[l].w, m.layers[l].b, m.dim, m.dim);
        float *t = x;
        x = h;
        h = t;
    }
    for (int l = 0; l < m.n; l++) free(m.layers[l].w), free(m.layers[l].b);
    free(m.layers), free(x), free(h);
    return 0;
}
