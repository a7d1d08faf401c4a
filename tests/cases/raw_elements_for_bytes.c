// Blocks that are asked for in elements instead of bytes: by the program itself, through a wrapper,
// by a count in one variable, and by a number; and blocks that are asked for in elements of another
// type. What is asked for in bytes, or is only too short, is another matter.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    float *q, *att, *mask;
    double *sums, *means, *squares;
    float *hidden;
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
    a.hidden = malloc(128);     // expect SP760: `a.hidden` gets 128 bytes, room for 32 of its floats of 4 bytes, and more of them are used: `128` counts elements
    a.means = calloc(4 * C, sizeof(float));   // expect SP760: room for 32 of its doubles of 8 bytes, and more of them are used: it is asked for in elements of 4 bytes
    a.squares = malloc(2 * T * sizeof(float)); // expect SP760: it is asked for in elements of 4 bytes
    fill(a.hidden, 128);
    fill_wide(a.means, 4 * C);
    fill_wide(a.squares, 2 * T);
    fill(a.q, T * C);
    fill(a.att, NH * T * T);
    fill(a.mask, T * T);
    fill_wide(a.sums, T);
    printf("%f %f %f %f\n", a.q[0], a.att[0], a.mask[0], a.sums[0]);
    free(a.q);
    free(a.att);
    free(a.mask);
    free(a.sums);
    free(a.hidden), free(a.means), free(a.squares);
    return 0;
}
