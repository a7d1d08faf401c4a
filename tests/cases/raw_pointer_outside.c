// Pointers to layers that are not there.
#include <stdio.h>
#include <stdlib.h>

static void add(float *out, const float *a, int n)
{
    for (int i = 0; i < n; i++) out[i] += a[i];
}

int main(void)
{
    int L = 3, C = 8;
    float *layers = calloc(L * C, sizeof(float)), *x = calloc(C, sizeof(float));
    for (int l = 0; l < L; l++) add(x, layers + l * C, C);
    add(x, layers + L * C, 0);       // the end itself is a place
    add(x, layers + (L + 1) * C, 0); // expect SP761: points 32 bytes behind the end of `layers`, which has 96
    add(x - 1, layers, 0);           // expect SP761: 4 bytes before the beginning of `x`
    printf("%f\n", x[0]);
    free(layers);
    free(x);
    return 0;
}
