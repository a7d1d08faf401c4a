// Functions without a body, whose contracts say what they do with memory.
#include <shapeprof/contracts.h>
#include <stdlib.h>

SP_SHAPES("in: f32[rows,n_in], weight: f32[n_out,n_in], bias?: f32[n_out] -> out: f32[rows,n_out]")
void linear(float *out, const float *in, const float *weight, const float *bias, int rows, int n_in, int n_out);
SP_SHAPES("ids: i32[n], table: f32[vocab,width] -> out: f32[n,width]")
void embed(float *out, const int *ids, const float *table, int n, int width);

int main(void)
{
    int rows = 4, width = 12, hidden = 48, *ids = calloc(rows, sizeof *ids);
    float *table = calloc(100 * width, sizeof *table), *x = malloc(rows * width * sizeof *x);
    float *h = malloc(rows * hidden * sizeof *h), *w = calloc(width * hidden, sizeof *w);
    float *y = malloc(rows * 6 * sizeof *y), *v = calloc(6 * hidden, sizeof *v), *z = malloc(400);
    embed(x, ids, table, rows, width);
    linear(h, x, w, NULL, rows, width, hidden);
    linear(y, h, v, NULL, rows, 6, hidden); // expect SP773: `linear` is to write f32[rows,n_out] of `y` (its `out`), n_out*rows = 192 floats, which holds 24 (allocated at line 15)
    linear(y, h, NULL, NULL, rows, hidden, 6); // expect SP773: `linear` wants f32[n_out,n_in] for `weight`, and gets NULL
    linear(h, z, w, NULL, rows, width, hidden); // expect SP772: `linear` reads n_in*rows = 48 floats of `z` (its `in`), and nothing has written to any of them
    free(ids), free(table), free(x), free(h), free(w), free(y), free(v), free(z);
}
