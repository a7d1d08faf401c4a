// Kernels that find their memory in records: by members of what they are given, by arrays in these,
// and in arrays of the program.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols;
    float *data;
} mat;

struct dense {
    float weight[10][20], bias[10];
    enum { RELU, LINEAR } activation;
};

static float table[4][8];

static mat mat_new(int rows, int cols, int room)
{
    mat m = {rows, cols, calloc(room, sizeof(float))};
    return m;
}

static void mat_mul(const mat *a, const mat *b, mat *out)
{
    assert(a->cols == b->rows);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++) {
            float s = 0;
            for (int k = 0; k < a->cols; k++) s += a->data[i * a->cols + k] * b->data[k * b->cols + j];
            out->data[i * b->cols + j] = s;
        }
}

static void mat_scale(mat m, float by)
{
    for (int i = 0; i < m.rows * m.cols; i++) m.data[i] *= by;
}

static void dense_forward(const struct dense *d, const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++) {
        float s = d->bias[i];
        for (int k = 0; k < 20; k++) s += d->weight[i][k] * in[k];
        switch (d->activation) {
        case RELU: out[i] = s > 0 ? s : 0; break;
        case LINEAR: out[i] = s; break;
        }
    }
}

static void table_fill(int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 8; k++) table[i][k] = 1;
}

int main(void)
{
    mat a = mat_new(6, 5, 30), b = mat_new(5, 4, 20), c = mat_new(6, 4, 24), d = mat_new(6, 4, 20);
    struct dense *layer = calloc(1, sizeof *layer);
    float in[20] = {0}, out[12];
    mat_mul(&a, &b, &c);
    mat_mul(&a, &b, &d); // expect SP770: `mat_mul` writes a->rows*b->cols = 24 floats of `d.data` (its `out->data`), which holds 20
    mat_scale(c, 2);
    mat_scale(d, 2); // expect SP770: `mat_scale` writes m.cols*m.rows = 24 floats of `d.data` (its `m.data`), which holds 20
    dense_forward(layer, in, out, 10);
    dense_forward(layer, in, out, 12); // expect SP770: `dense_forward` reads n = 12 floats of `layer->bias` (its `d->bias`), which holds 10
    table_fill(4);
    table_fill(5); // expect SP770: `table_fill` writes 8*n = 40 floats of `table`, which holds 32
    printf("%f %f\n", c.data[0], out[0]);
    free(a.data), free(b.data), free(c.data), free(d.data), free(layer);
    return 0;
}
