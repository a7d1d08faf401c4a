// Sizes that are not known: refuted for all of them, or a condition that they must keep.
#include <stdio.h>
#include <stdlib.h>

struct config {
    int dim, hidden, seq, pos;
};

static void linear(float *out, const float *in, const float *w, int n_in, int n_out)
{
    for (int o = 0; o < n_out; o++) {
        float s = 0;
        for (int i = 0; i < n_in; i++) s += in[i] * w[o * n_in + i];
        out[o] = s;
    }
}

static void softmax(float *x, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    for (int i = 0; i < n; i++) x[i] /= sum;
}

int main(void)
{
    struct config c;
    if (fread(&c, sizeof c, 1, stdin) != 1) return 1;
    float *x = calloc(c.dim, sizeof(float)), *h = calloc(c.hidden, sizeof(float));
    float *up = calloc(c.dim * c.hidden, sizeof(float)), *down = calloc(c.hidden * c.dim, sizeof(float));
    float *att = calloc(c.seq, sizeof(float));
    linear(h, x, up, c.dim, c.hidden);
    linear(x, h, down, c.hidden, c.dim);
    linear(x, h, down, c.hidden, 2 * c.dim); // expect SP770: `linear` writes n_out = 2*c.dim floats of `x` (its `out`), which holds c.dim
    softmax(att, c.pos + 1);
    free(x), free(h), free(up), free(down), free(att);
    return 0;
}
