// Loops over kernels that run long: some rounds are followed, the others are as these, and what
// is wrong with a late one is told where it happens.
#include <stdio.h>
#include <stdlib.h>

#define N 784
#define SAMPLES 50010
#define HELD 50000

static void dense(float *y, const float *x, const float *w, int n, int m)
{
    for (int j = 0; j < m; j++) {
        y[j] = 0;
        for (int i = 0; i < n; i++) y[j] += w[j * n + i] * x[i];
    }
}

int main(void)
{
    float *images = calloc((size_t)HELD * N, sizeof *images), *w = calloc(10 * N, sizeof *w);
    float y[10];
    for (int s = 0; s < 60 * HELD; s += 60) {
        dense(y, images + s / 60 * N, w, N, 10);
        if (s % 1000 == 0) printf("%f\n", y[0]);
    }
    for (int s = 0; s < SAMPLES; s++) {
        const float *x = images + s * N;
        dense(y, x, w, N, 10); // expect SP761 // expect SP770: of `x`, which holds 0
    }
    free(images), free(w);
    return 0;
}
