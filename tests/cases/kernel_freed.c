// A kernel is given memory that was freed: told where it is called.
#include <stdio.h>
#include <stdlib.h>

static void forward(float *y, const float *x, const float *w, int n, int m)
{
    for (int o = 0; o < m; o++) {
        y[o] = 0;
        for (int i = 0; i < n; i++) y[o] += w[o * n + i] * x[i];
    }
}

static void gradient(float *dw, const float *dy, const float *x, int n, int m)
{
    for (int o = 0; o < m; o++)
        for (int i = 0; i < n; i++) dw[o * n + i] += dy[o] * x[i];
}

int main(void)
{
    float *x = calloc(10, sizeof(float)), *w1 = calloc(200, sizeof(float));
    float *w2 = calloc(60, sizeof(float)), *dw2 = calloc(60, sizeof(float));
    float *h = malloc(20 * sizeof(float)), *y = malloc(3 * sizeof(float));
    forward(h, x, w1, 10, 20);
    forward(y, h, w2, 20, 3);
    free(h);
    gradient(dw2, y, h, 20, 3); // expect SP403: `h` is used, which was freed
    printf("%f\n", dw2[0]);
    free(x), free(w1), free(w2), free(y), free(dw2);
    return 0;
}
