/* A small library of matrices, as many programs bring their own: kernels find sizes and numbers in
 * the records that they get, and assert that they fit.
 *
 *   matrices [batch]
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols;
    float *data;
} matrix;

struct layer {
    matrix weight, bias, out;
    enum { LAYER_RELU, LAYER_LINEAR } activation;
};

static matrix matrix_new(int rows, int cols)
{
    matrix m = {rows, cols, calloc(rows * cols, sizeof(float))};
    return m;
}

static void matrix_multiply(matrix *out, const matrix *a, const matrix *b)
{
    assert(a->cols == b->rows && out->rows == a->rows && out->cols == b->cols);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++) {
            float sum = 0;
            for (int k = 0; k < a->cols; k++)
                sum += a->data[i * a->cols + k] * b->data[k * b->cols + j];
            out->data[i * out->cols + j] = sum;
        }
}

static void add_bias(matrix *m, const matrix *bias)
{
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++) m->data[i * m->cols + j] += bias->data[j];
}

static void activate(struct layer *l)
{
    for (int i = 0; i < l->out.rows * l->out.cols; i++) {
        switch (l->activation) {
        case LAYER_RELU: l->out.data[i] = fmaxf(l->out.data[i], 0); break;
        case LAYER_LINEAR: break;
        }
    }
}

static void softmax(matrix m)
{
    for (int i = 0; i < m.rows; i++) {
        float *row = m.data + i * m.cols, sum = 0;
        for (int j = 0; j < m.cols; j++) sum += row[j] = expf(row[j]);
        for (int j = 0; j < m.cols; j++) row[j] /= sum;
    }
}

static const matrix *forward(struct layer *l, const matrix *in)
{
    matrix_multiply(&l->out, in, &l->weight);
    add_bias(&l->out, &l->bias);
    activate(l);
    return &l->out;
}

int main(int argc, char **argv)
{
    int batch = argc > 1 ? atoi(argv[1]) : 32, sizes[] = {784, 128, 64, 10};
    struct layer net[3];
    for (int i = 0; i < 3; i++) {
        net[i].weight = matrix_new(sizes[i], sizes[i + 1]);
        net[i].bias = matrix_new(1, sizes[i + 1]);
        net[i].out = matrix_new(batch, sizes[i + 1]);
        net[i].activation = i < 2 ? LAYER_RELU : LAYER_LINEAR;
    }
    matrix x = matrix_new(batch, 784);
    const matrix *in = &x;
    for (int i = 0; i < 3; i++) in = forward(&net[i], in);
    softmax(net[2].out);
    printf("%f\n", in->data[0]);
    for (int i = 0; i < 3; i++)
        free(net[i].weight.data), free(net[i].bias.data), free(net[i].out.data);
    free(x.data);
    return 0;
}
