// A pool of bytes that a program hands out parts of: what was asked for is a part's end, not where the pool ends. A range
// over several parts as a whole is no mistake.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char pool[1 << 16];
static size_t used;

static void *take(size_t n)
{
    void *part = pool + used;
    used += (n + 15) / 16 * 16;
    if (used > sizeof pool) exit(1);
    return part;
}

static void fill(float *x, int n)
{
    for (int i = 0; i < n; i++) x[i] = 0.5f * i;
}

static void scores(float *out, const float *q, const float *k, int n, int d)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int c = 0; c < d; c++) sum += q[i * d + c] * k[j * d + c];
            out[i * n + j] = sum;
        }
}

int main(void)
{
    int n = 24, d = 16;
    float *q = take(n * d * sizeof(float)), *k = (float *)take(n * d * sizeof(float));
    float *right = take(n * n * sizeof(float));
    float *wrong = take(n * sizeof(float));
    float *out = take(n * n * sizeof(float));
    fill(q, 2 * n * d);
    scores(right, q, k, n, d);
    scores(wrong, q, k, n, d); // expect SP771: writes n^2 = 576 floats of `wrong` (its `out`), which has room for 24 before `out` begins
    fill(out, n * n);
    printf("%f %f %f\n", right[0], wrong[0], out[0]);
    return 0;
}
