// A block that nothing is ever stored in, among others.
#include <stdio.h>
#include <stdlib.h>

static void twice(float *out, const float *in, int n)
{
    for (int i = 0; i < n; i++) out[i] = 2 * in[i];
}

int main(void)
{
    int n = 32;
    float *x = calloc(n, sizeof(float)), *y = malloc(n * sizeof(float));
    float *spare = malloc(n * sizeof(float)); // expect SP763: `spare`, 128 bytes, is never used
    twice(y, x, n);
    printf("%f\n", y[0]);
    free(x);
    free(y);
    free(spare);
    return 0;
}
