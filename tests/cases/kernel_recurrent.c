// Kernels that read what an earlier round of theirs has written, or memory that is reached by
// another of their pointers too; and a few elements of one byte.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void recurrent(float *h, const float *x, int n)
{
    for (int t = 0; t < n; t++) {
        float s = x[t];
        if (t > 0) s += h[t - 1];
        h[t] = s;
    }
}

static void prefix(float *h, int n)
{
    for (int t = 0; t < n; t++) {
        float s = 0;
        for (int u = 0; u < t; u++) s += h[u];
        h[t] = s;
    }
}

static void second_pass(float *h, int rounds, int n)
{
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < n; i++) {
            if (r > 0) h[i] *= 2;
            if (r == 0) h[i] = 1;
        }
}

static void copy_and_use(float *to, const float *from, float *out, int n)
{
    for (int i = 0; i < n; i++) to[i] = 1;
    for (int i = 0; i < n; i++) out[i] = from[i];
}

static void smooth(float *out, const unsigned char *in, int n)
{
    for (int i = 0; i < n; i++) out[i] = in[i];
}

static void state(float *out, float *h, int rounds, int n)
{
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < n; i++) out[i] += h[i];
        for (int i = 0; i < n; i++) h[i] = out[i];
    }
}

int main(void)
{
    int n = 4096;
    float *x = calloc(n, sizeof *x), *h = malloc(n * sizeof *h), *p = malloc(n * sizeof *p);
    float *s = malloc(n * sizeof *s), *b = malloc(n * sizeof *b), *u = malloc(n * sizeof *u);
    unsigned char *few = malloc(3), *tail = malloc(6), *none = malloc(3);
    recurrent(h, x, n);
    prefix(p, n);
    second_pass(s, 2, n);
    copy_and_use(b, b, x, n);
    few[0] = few[1] = few[2] = 1;
    memset(tail, 1, 6);
    smooth(x, few, 3);
    smooth(x, tail, 6);
    smooth(x, none, 3); // expect SP772: `smooth` reads n = 3 bytes of `none` (its `in`)
    state(x, u, 3, n); // expect SP772: `state` reads n = 4096 floats of `u` (its `h`)
    printf("%f %f %f\n", h[0], p[0], s[0]);
    free(x), free(h), free(p), free(s), free(b), free(u), free(few), free(tail), free(none);
    return 0;
}
