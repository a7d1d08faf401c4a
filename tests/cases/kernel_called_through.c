// Kernels that are given what they compute with, and those that quantize: neither branches of the program nor memory
// beyond what they are given.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

typedef float (*function_of_one)(float);

static float relu(float x)
{
    return x > 0 ? x : 0;
}

static float elu(float x)
{
    return x > 0 ? x : expf(x) - 1;
}

static float step(float x)
{
    return x > 0;
}

static void dense(float *y, const float *x, const float *w, int rows, int columns)
{
    for (int i = 0; i < rows; i++) {
        y[i] = 0;
        for (int k = 0; k < columns; k++) y[i] += w[i * columns + k] * x[k];
    }
}

static void each(float *y, const float *x, int n, function_of_one f)
{
    for (int i = 0; i < n; i++) y[i] = f(x[i]);
}

static void quantize(int8_t *q, float *scales, const float *x, int n, int group)
{
    for (int g = 0; g < n / group; g++) {
        float most = 0;
        for (int i = 0; i < group; i++)
            if (fabsf(x[g * group + i]) > most) most = fabsf(x[g * group + i]);
        scales[g] = most / 127;
        for (int i = 0; i < group; i++)
            q[g * group + i] = (int8_t)(scales[g] ? roundf(x[g * group + i] / scales[g]) : 0);
    }
}

int main(void)
{
    static const function_of_one functions[] = {relu, elu, step, tanhf};
    float *x = calloc(1024, sizeof(float)), *w = calloc(512 * 1024, sizeof(float));
    float *y = malloc(512 * sizeof(float)), *z = malloc(500 * sizeof(float)), scales[16];
    int8_t *q = malloc(512), *r = malloc(256);
    dense(y, x, w, 512, 1024);
    for (int i = 0; i < 4; i++) each(y, y, 512, functions[i]);
    each(z, y, 512, relu); // expect SP770: `each` writes n = 512 floats of `z` (its `y`), which holds 500
    quantize(q, scales, y, 512, 32);
    quantize(r, scales, y, 512, 32); // expect SP770: = 512 bytes of `r` (its `q`), which holds 256
    free(x), free(w), free(y), free(z), free(q), free(r);
}
