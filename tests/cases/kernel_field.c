// Three activations share one block. The second has room for one number a row, and gets a row.
#include <stdlib.h>

struct acts {
    float *emb, *mean, *out;
};

static void scale(float *out, const float *in, int rows, int n)
{
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++) out[r * n + i] = 2 * in[r * n + i];
}

static void clear(float *x, int n)
{
    for (int i = 0; i < n; i++) x[i] = 0;
}

int main(void)
{
    int rows = 8, n = 16;
    struct acts a;
    float *all = malloc((2 * rows * n + rows) * sizeof(float));
    a.emb = all;
    a.mean = a.emb + rows * n;
    a.out = a.mean + rows;
    clear(all, 2 * rows * n + rows);
    scale(a.out, a.emb, rows, n);
    scale(a.mean, a.emb, rows, n); // expect SP771: `scale` writes n*rows = 128 floats of `a.mean` (its `out`), which has room for 8 before `a.out` begins
    free(all);
}
