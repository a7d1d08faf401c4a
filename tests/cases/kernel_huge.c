// Ranges whose bytes do not fit into 64 bits.
#include <stdio.h>
#include <stdlib.h>

static void fill(float *y, long n)
{
    for (long i = 0; i < n; i++) y[i] = 1;
}

static float sum(const float *x, long n)
{
    float s = 0;
    for (long i = 0; i < 1L << 62; i++) {
        if (i >= n) break;
        s += x[i];
    }
    return s;
}

static void cleared(float *x, const float *stop)
{
    for (long i = 0; i < 1L << 62; i++) {
        if (*stop > 0) break;
        x[i] = 0;
    }
}

int main(void)
{
    float *x = calloc(64, sizeof *x);
    fill(x, 1L << 62);
    fill(x, 64);
    printf("%f\n", sum(x, 64));
    cleared(x, x + 1);
    free(x);
    return 0;
}
