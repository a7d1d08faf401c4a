// Blocks that are asked for in elements instead of bytes: by the program itself, through a wrapper,
// and by a count in one variable. What is asked for in bytes, or is only too short, is another
// matter.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    float *q, *att, *mask;
    double *sums;
} attention;

static void *get(size_t n)
{
    void *p = malloc(n);
    if (!p) exit(1);
    return p;
}

static void fill(float *out, int n)
{
    for (int i = 0; i < n; i++) out[i] = 0.5f * i;
}

static void fill_wide(double *out, int n)
{
    for (int i = 0; i < n; i++) out[i] = 0.5 * i;
}

int main(void)
{
    int T = 10, C = 16, NH = 3;
    attention a;
    a.q = malloc(T * C * sizeof *a.q);
    a.att = malloc(NH * T * T); // expect SP760: `a.att` gets 300 bytes, room for 75 of its floats
    a.mask = get(T * T);        // expect SP760: `T * T` counts elements
    a.sums = malloc(T);         // expect SP760: room for 1 of its doubles
    fill(a.q, T * C);
    fill(a.att, NH * T * T);
    fill(a.mask, T * T);
    fill_wide(a.sums, T);
    printf("%f %f %f %f\n", a.q[0], a.att[0], a.mask[0], a.sums[0]);
    free(a.q);
    free(a.att);
    free(a.mask);
    free(a.sums);
    return 0;
}
