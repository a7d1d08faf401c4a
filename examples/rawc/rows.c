/* Matrices of row pointers, made by the functions that compute them.
 *
 *   rows [hidden]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols;
    double **at;
} matrix;

static matrix *matrix_new(int rows, int cols)
{
    matrix *m = malloc(sizeof *m);
    m->rows = rows;
    m->cols = cols;
    m->at = malloc(rows * sizeof *m->at);
    for (int i = 0; i < rows; i++) m->at[i] = calloc(cols, sizeof **m->at);
    return m;
}

static void matrix_free(matrix *m)
{
    for (int i = 0; i < m->rows; i++) free(m->at[i]);
    free(m->at);
    free(m);
}

static matrix *multiply(const matrix *a, const matrix *b)
{
    if (a->cols != b->rows) {
        fprintf(stderr, "%d x %d by %d x %d\n", a->rows, a->cols, b->rows, b->cols);
        exit(1);
    }
    matrix *out = matrix_new(a->rows, b->cols);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++)
            for (int k = 0; k < a->cols; k++) out->at[i][j] += a->at[i][k] * b->at[k][j];
    return out;
}

static matrix *apply(double (*f)(double), const matrix *m)
{
    matrix *out = matrix_new(m->rows, m->cols);
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++) out->at[i][j] = f(m->at[i][j]);
    return out;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

int main(int argc, char **argv)
{
    int hidden = argc > 1 ? atoi(argv[1]) : 32;
    matrix *x = matrix_new(4, 16), *w1 = matrix_new(16, hidden), *w2 = matrix_new(hidden, 8);
    matrix *h = multiply(x, w1), *a = apply(sigmoid, h), *y = multiply(a, w2);
    printf("%f\n", y->at[0][0]);
    matrix_free(x), matrix_free(w1), matrix_free(w2);
    matrix_free(h), matrix_free(a), matrix_free(y);
    return 0;
}
