// Calls of a kernel in a loop of many rounds: each is one, and what they read is used.
#include <stdio.h>
#include <stdlib.h>
static void fwd(float *out, const float *x, const float *w, int n, int m)
{
    for (int o = 0; o < m; o++) {
        float s = 0;
        for (int i = 0; i < n; i++) s += x[i] * w[o * n + i];
        out[o] = s;
    }
}
int main(void)
{
    float *x = malloc(64 * 4), *w = malloc(64 * 32 * 4), *h = malloc(32 * 4);
    for (int i = 0; i < 64; i++) x[i] = 1;
    for (int i = 0; i < 64 * 32; i++) w[i] = 1;
    for (int step = 0; step < 5000; step++) fwd(h, x, w, 64, 32);
    printf("%f\n", h[0]);
    free(x);
    free(w);
    free(h);
    return 0;
}
