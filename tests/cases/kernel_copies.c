// Records that are handed on by value, to helpers that read and store one element.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols;
    float *at;
} mat;

static inline float get(mat m, int i, int j) { return m.at[i * m.cols + j]; }
static inline void set(mat m, int i, int j, float x) { m.at[i * m.cols + j] = x; }

static void multiply(mat out, mat a, mat b)
{
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < b.cols; j++) {
            float s = 0;
            for (int k = 0; k < a.cols; k++) s += get(a, i, k) * get(b, k, j);
            set(out, i, j, s);
        }
}

static void scale(mat *m, float by)
{
    mat copy = *m;
    for (int i = 0; i < copy.rows * copy.cols; i++) copy.at[i] *= by;
}

int main(void)
{
    mat a = {512, 256, calloc(512 * 256, 4)}, b = {256, 128, calloc(256 * 128, 4)};
    mat o = {512, 128, calloc(512 * 128, 4)}, small = {512, 128, calloc(512 * 64, 4)};
    multiply(o, a, b);
    multiply(small, a, b); // expect SP770: `multiply` writes a.rows*out.cols + b.cols - out.cols = 65536 floats of `small.at` (its `out.at`), which holds 32768
    scale(&o, 2);
    scale(&small, 2); // expect SP770: `scale` writes m->cols*m->rows = 65536 floats of `small.at` (its `m->at`), which holds 32768
    printf("%f\n", o.at[0]);
    free(a.at), free(b.at), free(o.at), free(small.at);
    return 0;
}
