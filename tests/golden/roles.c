// Kernels that compute no activation: weights are filled, x stands for data that is read, and a
// step of training brings the weights up to date. `add` changes x in place, too, but is a layer.
#include <stdlib.h>

#define N 64
#define RATE 0.1f

static void matrix_fill(float *m, int rows, int columns)
{
    for (int i = 0; i < rows * columns; i++) m[i] = (float)rand() / (float)RAND_MAX - 0.5f;
}

static void linear(float *y, const float *x, const float *w, int rows, int n)
{
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < n; o++) {
            y[r * n + o] = 0;
            for (int i = 0; i < n; i++) y[r * n + o] += w[o * n + i] * x[r * n + i];
        }
}

static void add(float *x, const float *y, int n)
{
    for (int i = 0; i < n; i++) x[i] += y[i];
}

static void loss(float *dx, const float *x, const float *wanted, int n)
{
    for (int i = 0; i < n; i++) dx[i] = 2 * (x[i] - wanted[i]);
}

static void linear_backward(float *dw, const float *dy, const float *x, int rows, int n)
{
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < n; o++)
            for (int i = 0; i < n; i++) dw[o * n + i] += dy[r * n + o] * x[r * n + i];
}

static void sgd(float *w, const float *dw, float rate, int n)
{
    for (int i = 0; i < n; i++) w[i] -= rate * dw[i];
}

int main(void)
{
    float *w = malloc(N * N * sizeof *w), *dw = calloc(N * N, sizeof *dw);
    float *x = malloc(4 * N * sizeof *x), *y = malloc(4 * N * sizeof *y);
    float *dx = malloc(4 * N * sizeof *dx), *wanted = malloc(4 * N * sizeof *wanted);
    matrix_fill(w, N, N);
    matrix_fill(wanted, 4, N);
    for (int step = 0; step < 2; step++) {
        matrix_fill(x, 4, N);
        linear(y, x, w, 4, N);
        add(x, y, 4 * N);
        loss(dx, x, wanted, 4 * N);
        linear_backward(dw, dx, y, 4, N);
        sgd(w, dw, RATE, N * N);
    }
    free(w), free(dw), free(x), free(y), free(dx), free(wanted);
    return 0;
}
