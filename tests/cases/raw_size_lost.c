// A size that an element decides is not known, nor is which block is the largest.
#include <stdio.h>
#include <stdlib.h>

static void fill(float *y, int n)
{
    for (int i = 0; i < n; i++) y[i] = 1.0f; // expect SP410
}

int main(void)
{
    float x[1];
    int n;
    if (scanf("%f", &x[0]) != 1) return 1;
    if (x[0] > 0.5f)
        n = 4;
    else
        n = 8;
    float *y = malloc((size_t)n * sizeof *y);
    fill(y, n);
    free(y);
    return 0;
}
