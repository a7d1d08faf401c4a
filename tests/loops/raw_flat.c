// Weights of all layers in one block, as a checkpoint has them, and the first round takes another
// input.
// counts: n_layers
// exact: peak_leaf.f32 live.f32 total.f32 flops malloc
#include <stdlib.h>

static void linear(float *out, const float *in, const float *w, int n, int m)
{
    for (int o = 0; o < m; o++) {
        float s = 0;
        for (int i = 0; i < n; i++) s += in[i] * w[o * n + i];
        out[o] = s;
    }
}

static void add(float *x, const float *y, int n)
{
    for (int i = 0; i < n; i++) x[i] += y[i];
}

int main(int argc, char **argv)
{
    int n_layers = atoi(argv[1]), dim = 16;
    float *w = calloc(n_layers * dim * dim, sizeof(float)), *token = calloc(dim, sizeof(float));
    float *x = calloc(n_layers * dim, sizeof(float)), *h = malloc(dim * sizeof(float));
    for (int l = 0; l < n_layers; l++) {
        const float *in = l == 0 ? token : x + (l - 1) * dim;
        float *out = x + l * dim;
        linear(h, in, w + l * dim * dim, dim, dim);
        for (int i = 0; i < dim; i++) out[i] = in[i];
        add(out, h, dim);
    }
    for (int l = n_layers - 1; l >= 0; l--) add(token, x + l * dim, dim);
    free(w), free(token), free(x), free(h);
    return 0;
}
