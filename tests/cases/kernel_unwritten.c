// The second buffer is read before anything is written to it.
#include <stdlib.h>

static void add(float *out, const float *a, const float *b, int n)
{
    for (int i = 0; i < n; i++) out[i] = a[i] + b[i];
}

static void accumulate(float *out, const float *a, int n)
{
    for (int i = 0; i < n; i++) out[i] += a[i];
}

int main(void)
{
    int n = 64;
    float *a = calloc(n, sizeof(float)), *b = malloc(n * sizeof(float)), *c = malloc(n * sizeof(float));
    float *d = malloc(n * sizeof(float));
    add(c, a, b, n); // expect SP772: `add` reads n = 64 floats of `b`, and nothing has written to any of them (allocated at line 17)
    add(b, a, c, n);
    add(c, a, b, n);
    accumulate(d, c, n); // expect SP772: `accumulate` reads n = 64 floats of `d` (its `out`)
    free(a), free(b), free(c), free(d);
}
