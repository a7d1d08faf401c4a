// Sizes that are set on one way only: what was there before counts as well.
#include <stdio.h>
#include <stdlib.h>

static int few;

static void fill(float *y, int n, int twice)
{
    if (twice) n *= 2;
    for (int i = 0; i < n; i++) y[i] = 1;
}

static void add(float *y, const float *x, int n, int all)
{
    int m = 0;
    all ? (void)(m = n) : (void)0;
    if (few && (n = 4)) m++;
    for (int i = 0; i < n; i++) y[i] += x[i];
    do {
        y[n - 1] += m;
    } while (--n);
    for (int i = 0; i < n; i++) y[i] = 0;
}

int main(void)
{
    float *x = malloc(4096 * sizeof(float)), *y = malloc(64 * sizeof(float));
    fill(y, 32, 1);
    fill(x, 4096, 0);
    fill(y, 64, 0);
    add(y, x, 64, 1);
    printf("%f\n", y[0]);
    free(x), free(y);
    return 0;
}
