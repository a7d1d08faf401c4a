#ifndef SHAPEPROF_KANN_H
#define SHAPEPROF_KANN_H

// Declarations of KANN's networks and layers as of r557; see kautodiff.h beside it.

#include "kautodiff.h"

#define KANN_VERSION "r557"

// kad_node_t::ext_flag
#define KANN_F_IN 0x1
#define KANN_F_OUT 0x2
#define KANN_F_TRUTH 0x4
#define KANN_F_COST 0x8

// Costs: for sigmoid, softmax, tanh, and no activation.
#define KANN_C_CEB 1
#define KANN_C_CEM 2
#define KANN_C_CEB_NEG 3
#define KANN_C_MSE 4

#define KANN_RNN_VAR_H0 0x1
#define KANN_RNN_NORM 0x2

typedef struct {
    int n;
    kad_node_t **v;
    float *x, *g, *c;
    void *mt;
} kann_t;

extern int kann_verbose;

#define kann_size_var(a) kad_size_var((a)->n, (a)->v)
#define kann_size_const(a) kad_size_const((a)->n, (a)->v)
#define kann_dim_in(a) kann_feed_dim((a), KANN_F_IN, 0)
#define kann_dim_out(a) kann_feed_dim((a), KANN_F_TRUTH, 0)
#define kann_srand(seed) kad_srand(0, (seed))
#define kann_drand() kad_drand(0)
#define kann_set_batch_size(ann, B) kad_sync_dim((ann)->n, (ann)->v, (B))

#ifdef __cplusplus
extern "C" {
#endif

// ---- networks
kann_t *kann_new(kad_node_t *cost, int n_rest, ...);
kann_t *kann_unroll(kann_t *a, ...);
kann_t *kann_unroll_array(kann_t *a, int *len);
kann_t *kann_clone(kann_t *a, int batch_size);
void kann_delete(kann_t *a);
void kann_delete_unrolled(kann_t *a);
void kann_mt(kann_t *ann, int n_threads, int max_batch_size);
int kann_feed_bind(kann_t *a, uint32_t ext_flag, int32_t ext_label, float **x);
float kann_cost(kann_t *a, int cost_label, int cal_grad);
int kann_eval(kann_t *a, uint32_t ext_flag, int ext_label);
int kann_eval_out(kann_t *a);
int kann_class_error(const kann_t *ann, int *base);
void kann_copy_mt(kann_t *a, int mbs, int i);
int kann_find(const kann_t *a, uint32_t ext_flag, int32_t ext_label);
int kann_feed_dim(const kann_t *a, uint32_t ext_flag, int32_t ext_label);
void kann_rnn_start(kann_t *a);
void kann_rnn_end(kann_t *a);
void kann_switch(kann_t *a, int is_train);
void kann_RMSprop(int n, float h0, const float *h, float decay, const float *g, float *t, float *r);
void kann_shuffle(int n, int *s);
float kann_grad_clip(float thres, int n, float *g);

// ---- layers
kad_node_t *kann_layer_input(int n1);
kad_node_t *kann_layer_dense(kad_node_t *in, int n1);
kad_node_t *kann_layer_dropout(kad_node_t *t, float r);
kad_node_t *kann_layer_layernorm(kad_node_t *in);
kad_node_t *kann_layer_rnn(kad_node_t *in, int n1, int rnn_flag);
kad_node_t *kann_layer_lstm(kad_node_t *in, int n1, int rnn_flag);
kad_node_t *kann_layer_gru(kad_node_t *in, int n1, int rnn_flag);
kad_node_t *kann_layer_conv2d(kad_node_t *in, int n_flt, int k_rows, int k_cols, int stride_r,
                              int stride_c, int pad_r, int pad_c);
kad_node_t *kann_layer_conv1d(kad_node_t *in, int n_flt, int k_size, int stride, int pad);
kad_node_t *kann_layer_cost(kad_node_t *t, int n_out, int cost_type);

// ---- leaves
kad_node_t *kann_new_leaf(uint8_t flag, float x0_01, int n_d, ...);
kad_node_t *kann_new_scalar(uint8_t flag, float x);
kad_node_t *kann_new_weight(int n_row, int n_col);
kad_node_t *kann_new_bias(int n);
kad_node_t *kann_new_weight_conv2d(int n_out, int n_in, int k_row, int k_col);
kad_node_t *kann_new_weight_conv1d(int n_out, int n_in, int kernel_len);

// ---- layers and leaves that share variables
kad_node_t *kann_new_leaf2(int *offset, kad_node_p *par, uint8_t flag, float x0_01, int n_d, ...);
kad_node_t *kann_layer_dense2(int *offset, kad_node_p *par, kad_node_t *in, int n1);
kad_node_t *kann_layer_dropout2(int *offset, kad_node_p *par, kad_node_t *t, float r);
kad_node_t *kann_layer_layernorm2(int *offset, kad_node_t **par, kad_node_t *in);
kad_node_t *kann_layer_rnn2(int *offset, kad_node_t **par, kad_node_t *in, kad_node_t *h0,
                            int rnn_flag);
kad_node_t *kann_layer_gru2(int *offset, kad_node_t **par, kad_node_t *in, kad_node_t *h0,
                            int rnn_flag);

// ---- one input, one output
int kann_train_fnn1b(kann_t *ann, float lr, int mini_size, int max_epoch, int min_epoch,
                     int max_drop_streak, float frac_val, int n, float **x, float **y);
int kann_train_fnn1(kann_t *ann, float lr, int mini_size, int max_epoch, int max_drop_streak,
                    float frac_val, int n, float **x, float **y);
float kann_cost_fnn1(kann_t *a, int n, float **x, float **y);
const float *kann_apply1_to(kann_t *a, float *x, int ext_flag, int ext_label);
const float *kann_apply1(kann_t *a, float *x);

// ---- files
void kann_save_fp(FILE *fp, kann_t *ann);
void kann_save(const char *fn, kann_t *ann);
kann_t *kann_load_fp(FILE *fp);
kann_t *kann_load(const char *fn);

#ifdef __cplusplus
}
#endif

#endif
