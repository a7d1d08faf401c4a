// A loop whose end comes nearer with each round, because what it is held against falls: no round
// may stand for others by the end that was seen at first.
// says: dense:23, call 2..30000, x 29999
// says: 120000 bytes
#include <stdlib.h>

#define N 64

static void dense(float *y, const float *x, const float *w)
{
    for (int j = 0; j < N; j++) {
        y[j] = 0;
        for (int i = 0; i < N; i++) y[j] += w[j * N + i] * x[i];
    }
}

int main(void)
{
    float *x = calloc(N, sizeof *x), *y = calloc(N, sizeof *y), *w = calloc(N * N, sizeof *w);
    int rounds = 0;
    for (int i = 0; i < 60000 - i; i++) {
        rounds++;
        dense(y, x, w);
    }
    float *kept = malloc(rounds * sizeof *kept); // expect SP763
    free(x), free(y), free(w), free(kept);
    return 0;
}
