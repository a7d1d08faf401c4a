// A row of a cache at a position that is not known, which may be 0; what is too small whatever the
// sizes are; and a range of several fields at once.
#include <stdio.h>
#include <stdlib.h>

struct config {
    int dim, pos, hidden;
};

struct state {
    float *q, *k, *v, *out;
};

static void fill(float *y, int n)
{
    for (int i = 0; i < n; i++) y[i] = 1;
}

static void fill_rows(float *y, int pos, int n)
{
    for (int t = 0; t <= pos; t++)
        for (int i = 0; i < n; i++) y[t * n + i] = 1;
}

static void qkv(float *y, const float *x, int n, int dim)
{
    for (int i = 0; i < 3 * n * dim; i++) y[i] = x[i % dim];
}

int main(void)
{
    struct config c;
    struct state s;
    int n = 16, dim = 32;
    if (fread(&c, sizeof c, 1, stdin) != 1) return 1;
    float *kv = calloc(c.dim, sizeof(float)), *small = calloc(c.hidden, sizeof(float));
    fill(kv + c.pos * c.dim, c.dim);
    fill_rows(kv, c.pos, c.dim);
    fill(small, 2 * c.hidden); // expect SP770: `fill` writes n = 2*c.hidden floats of `small` (its `y`), which holds c.hidden
    fill(small + c.hidden, c.hidden); // expect SP770
    float *all = calloc(4 * n * dim, sizeof(float)), *x = calloc(dim, sizeof(float));
    s.q = all;
    s.k = s.q + n * dim;
    s.v = s.k + n * dim;
    s.out = s.v + n * dim;
    qkv(s.q, x, n, dim);
    qkv(s.k, x, n, dim);
    fill(s.q, n * dim + 1); // expect SP771
    printf("%f\n", s.out[0]);
    free(kv), free(small), free(all), free(x);
    return 0;
}
