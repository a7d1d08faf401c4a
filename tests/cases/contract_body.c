// Bodies that do more than their contracts say.
#include <shapeprof/contracts.h>
#include <stdlib.h>

SP_SHAPES("in: f32[rows,n] -> out: f32[rows]")
static void mean(float *out, const float *in, int rows, int n)
{
    for (int r = 0; r < rows; r++) {
        float s = 0;
        for (int i = 0; i < n; i++) s += in[r * n + i];
        out[r] = s / n;
    }
}

SP_SHAPES("in: f32[rows,n] -> out: f32[rows]")
static void widest(float *out, float *in, int rows, int n)
{
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++) {
            out[r * n + i] = in[r * n + i]; // expect SP774: `widest` writes n*rows elements of `out`, and its contract has f32[rows]
            in[r] = 0; // expect SP774: `widest` writes `in`, which its contract does not say
        }
}

// How many rows the table has is no parameter.
SP_SHAPES("table: f32[vocab,width] -> out: f32[width]")
static void last(float *out, const float *table, int n, int width)
{
    for (int i = 0; i < width; i++) out[i] = table[(n - 1) * width + i];
}

int main(void)
{
    float *x = calloc(64, sizeof *x), *y = calloc(64, sizeof *y);
    mean(y, x, 8, 8);
    widest(y, x, 8, 8);
    last(y, x, 8, 8);
    free(x), free(y);
}
