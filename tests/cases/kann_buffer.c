// Memory of the program, held against what KANN reads of it.
// says: T <= 16

#include <stdlib.h>

#include "kann.h" // expect SP612: the nearest folder

static kann_t *net_of(int n_in, int n_out)
{
    kad_node_t *t = kad_relu(kann_layer_dense(kann_layer_input(n_in), 16));
    return kann_new(kann_layer_cost(t, n_out, KANN_C_CEM), 0);
}

static float **rows_of(int n, int each)
{
    float **rows = malloc(n * sizeof *rows);
    for (int i = 0; i < n; i++) rows[i] = calloc(each, sizeof **rows);
    return rows;
}

static void apply(void)
{
    kann_t *net = net_of(12, 4);
    float shorter[10] = {0}, right[12] = {0}, all[3][12] = {{0}};
    kann_apply1(net, shorter); // expect SP735: the input [1, 12] reads 12 floats, and `shorter` holds 10 (declared at line 24)
    kann_apply1(net, right);
    kann_apply1(net, all[2]);
    kann_apply1(net, &right[1]); // expect SP735: the input [1, 12] reads 12 floats, and `&right[1]` holds 11
}

static void out(void)
{
    kann_t *net = net_of(12, 4);
    float x[12] = {0};
    const float *y = kann_apply1(net, x);
    float sum = y[3];
    sum += y[4]; // expect SP402: reads bytes 16 to 19 of `y`, which has 16
    (void)sum;
}

static void train(void)
{
    kann_t *net = net_of(12, 4);
    float **x = rows_of(64, 12), **y = rows_of(64, 4), **z = rows_of(64, 3);
    kann_train_fnn1(net, 0.01f, 16, 4, 2, 0.1f, 64, x, y);
    kann_train_fnn1(net, 0.01f, 16, 4, 2, 0.1f, 65, x, y); // expect SP735: kann_train_fnn1 reads 65 pointers of `x`, one for each sample, and there are 64 // expect SP735: 65 pointers of `y`
    kann_train_fnn1(net, 0.01f, 16, 4, 2, 0.1f, 64, x, z); // expect SP735: kann_train_fnn1 reads 4 floats for the truth from each row of `z`, and row 0 holds 3 (allocated at line 17)
    x[7] = NULL;
    kann_cost_fnn1(net, 7, x, y);
    kann_cost_fnn1(net, 8, x, y); // expect SP735: row 7 is NULL
}

static void feed(void)
{
    kann_t *net = net_of(12, 4);
    float *x = malloc(32 * 12 * sizeof *x), *y = malloc(16 * 4 * sizeof *y);
    kann_feed_bind(net, KANN_F_IN, 0, &x);
    kann_feed_bind(net, KANN_F_TRUTH, 0, &y); // expect SP735: the truth [32, 4] reads 128 floats, and `y` holds 64 (allocated at line 56)
    kann_set_batch_size(net, 16);
    kann_cost(net, 0, 1);
    kann_set_batch_size(net, 32);
    kann_eval(net, KANN_F_OUT, 0);
    kann_cost(net, 0, 1);
}

static void unrolled(void)
{
    kad_node_t *t = kann_layer_gru(kann_layer_input(3), 8, 0);
    kann_t *net = kann_new(kann_layer_cost(kad_avg(1, &t), 2, KANN_C_CEB), 0), *steps = kann_unroll(net, 5);
    float *x[4], **more = rows_of(5, 3);
    for (int i = 0; i < 4; i++) x[i] = calloc(3, sizeof(float));
    kann_feed_bind(steps, KANN_F_IN, 0, more);
    kann_feed_bind(steps, KANN_F_IN, 0, x); // expect SP735: kann_feed_bind reads 5 pointers of `x`, one for each feed, and there are 4
}

static void some(int T)
{
    kann_t *net = net_of(12, 4);
    float x[16 * 12];
    float *p = x;
    kann_set_batch_size(net, T);
    kann_feed_bind(net, KANN_F_IN, 0, &p);
    kann_eval(net, KANN_F_OUT, 0);
}

int main(int argc, char *argv[])
{
    apply();
    out();
    train();
    feed();
    unrolled();
    some(atoi(argv[1]));
    return argc == 0;
}
