// Functions that get the memory of their output themselves: it is their output.
// says: dense:45 dense f32[128] 512
// says: zeros_like:46 zeros_like f32[128] 512
// says: tail:47 tail f32[126] 504
// says: same:48 same f32[126] 504
// says: dense:48 dense f32[8] 32
#include <stdio.h>
#include <stdlib.h>

static float *dense(const float *x, const float *w, int n, int m)
{
    float *y = malloc((size_t)m * sizeof *y);
    for (int o = 0; o < m; o++) {
        float s = 0;
        for (int i = 0; i < n; i++) s += x[i] * w[o * n + i];
        y[o] = s;
    }
    return y;
}

static float *zeros_like(const float *x, int n)
{
    float *y = calloc(n, sizeof *y);
    for (int i = 0; i < n; i += 2) y[i] = x[i] * 0;
    return y;
}

// Room for more than it writes.
static float *tail(const float *x, int n)
{
    float *y = malloc((n + 8) * sizeof *y);
    for (int i = 2; i < n; i++) y[i] = x[i];
    return y;
}

static float *same(float *x, int n)
{
    for (int i = 0; i < n; i++) x[i] += 1;
    return x;
}

int main(void)
{
    float *x = calloc(64, 4), *w = calloc(64 * 128, 4);
    float *h = dense(x, w, 64, 128);
    float *z = zeros_like(h, 128);
    float *t = tail(z, 128);
    float *u = dense(same(t + 2, 126), w, 1, 8);
    printf("%f\n", u[0]);
    free(x), free(w), free(h), free(z), free(t), free(u);
}
