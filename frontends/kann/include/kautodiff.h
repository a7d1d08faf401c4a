#ifndef SHAPEPROF_KAUTODIFF_H
#define SHAPEPROF_KAUTODIFF_H

// Declarations of KANN's nodes and operators as of r556, for reading programs whose kautodiff.h is
// not at hand. Declarations only: there is no library behind them. Names, types, values and the
// layout of structs are KANN's.

#include <stdint.h>
#include <stdio.h>

#define KAD_VERSION "r556"

#define KAD_MAX_DIM 4
#define KAD_MAX_OP 64

// kad_node_t::flag
#define KAD_VAR 0x1
#define KAD_CONST 0x2
#define KAD_POOL 0x4
#define KAD_SHARE_RNG 0x10

// Paddings of convolution and pooling: of both sides together.
#define KAD_PAD_NONE 0
#define KAD_PAD_SAME (-2)

// What an operator is asked to do.
#define KAD_ALLOC 1
#define KAD_FORWARD 2
#define KAD_BACKWARD 3
#define KAD_SYNC_DIM 4

typedef struct kad_node_t {
    uint8_t n_d, flag;
    uint16_t op;
    int32_t n_child, tmp, ptr_size;
    int32_t d[KAD_MAX_DIM];
    int32_t ext_label;
    uint32_t ext_flag;
    float *x, *g;
    void *ptr, *gtmp;
    struct kad_node_t **child, *pre;
} kad_node_t, *kad_node_p;

#define kad_is_back(p) ((p)->flag & KAD_VAR)
#define kad_is_ext(p) ((p)->n_child == 0)
#define kad_is_var(p) (kad_is_ext(p) && kad_is_back(p))
#define kad_is_const(p) (kad_is_ext(p) && ((p)->flag & KAD_CONST))
#define kad_is_feed(p) (kad_is_ext(p) && !kad_is_back(p) && !((p)->flag & KAD_CONST))
#define kad_is_pivot(p) ((p)->n_child == 1 && ((p)->flag & KAD_POOL))
#define kad_is_switch(p) ((p)->op == 12 && !((p)->flag & KAD_POOL))
#define kad_use_rng(p) ((p)->op == 15 || (p)->op == 24)
#define kad_eval_enable(p) ((p)->tmp = 1)
#define kad_eval_disable(p) ((p)->tmp = -1)

#ifdef __cplusplus
extern "C" {
#endif

// ---- graphs
kad_node_t **kad_compile_array(int *n_node, int n_roots, kad_node_t **roots);
kad_node_t **kad_compile(int *n_node, int n_roots, ...);
void kad_delete(int n, kad_node_t **a);
const float *kad_eval_at(int n, kad_node_t **a, int from);
void kad_eval_marked(int n, kad_node_t **a);
int kad_sync_dim(int n, kad_node_t **v, int batch_size);
void kad_grad(int n, kad_node_t **a, int from);
kad_node_t **kad_unroll(int n_v, kad_node_t **v, int *new_n, int *len);
int kad_n_pivots(int n_v, kad_node_t **v);
kad_node_t **kad_clone(int n, kad_node_t **v, int batch_size);
int kad_size_var(int n, kad_node_t *const *v);
int kad_size_const(int n, kad_node_t *const *v);
int kad_save(FILE *fp, int n_node, kad_node_t **node);
kad_node_t **kad_load(FILE *fp, int *n_node);

// ---- leaves
kad_node_t *kad_var(float *x, float *g, int n_d, ...);
kad_node_t *kad_const(float *x, int n_d, ...);
kad_node_t *kad_feed(int n_d, ...);

// ---- two operands
kad_node_t *kad_add(kad_node_t *x, kad_node_t *y);
kad_node_t *kad_sub(kad_node_t *x, kad_node_t *y);
kad_node_t *kad_mul(kad_node_t *x, kad_node_t *y);
kad_node_t *kad_matmul(kad_node_t *x, kad_node_t *y);
kad_node_t *kad_cmul(kad_node_t *x, kad_node_t *y);
kad_node_t *kad_mse(kad_node_t *x, kad_node_t *y);
kad_node_t *kad_ce_multi(kad_node_t *x, kad_node_t *y);
kad_node_t *kad_ce_bin(kad_node_t *x, kad_node_t *y);
kad_node_t *kad_ce_bin_neg(kad_node_t *x, kad_node_t *y);
kad_node_t *kad_ce_multi_weighted(kad_node_t *pred, kad_node_t *truth, kad_node_t *weight);

// ---- convolution and pooling
kad_node_t *kad_conv2d(kad_node_t *x, kad_node_t *w, int r_stride, int c_stride, int r_pad,
                       int c_pad);
kad_node_t *kad_max2d(kad_node_t *x, int kernel_h, int kernel_w, int r_stride, int c_stride,
                      int r_pad, int c_pad);
kad_node_t *kad_conv1d(kad_node_t *x, kad_node_t *w, int stride, int pad);
kad_node_t *kad_max1d(kad_node_t *x, int kernel_size, int stride, int pad);
kad_node_t *kad_avg1d(kad_node_t *x, int kernel_size, int stride, int pad);

// ---- random
kad_node_t *kad_dropout(kad_node_t *x, kad_node_t *r);
kad_node_t *kad_sample_normal(kad_node_t *x);

// ---- one operand
kad_node_t *kad_square(kad_node_t *x);
kad_node_t *kad_sigm(kad_node_t *x);
kad_node_t *kad_tanh(kad_node_t *x);
kad_node_t *kad_relu(kad_node_t *x);
kad_node_t *kad_softmax(kad_node_t *x);
kad_node_t *kad_1minus(kad_node_t *x);
kad_node_t *kad_exp(kad_node_t *x);
kad_node_t *kad_log(kad_node_t *x);
kad_node_t *kad_sin(kad_node_t *x);
kad_node_t *kad_stdnorm(kad_node_t *x);

// ---- any number of operands
kad_node_t *kad_avg(int n, kad_node_t **x);
kad_node_t *kad_max(int n, kad_node_t **x);
kad_node_t *kad_stack(int n, kad_node_t **x);
kad_node_t *kad_select(int n, kad_node_t **x, int which);
kad_node_t *kad_switch(int n, kad_node_t **p);
kad_node_t *kad_concat(int axis, int n, ...);
kad_node_t *kad_concat_array(int axis, int n, kad_node_t **p);

// ---- along an axis
kad_node_t *kad_reduce_sum(kad_node_t *x, int axis);
kad_node_t *kad_reduce_mean(kad_node_t *x, int axis);
kad_node_t *kad_slice(kad_node_t *x, int axis, int start, int end);
kad_node_t *kad_reshape(kad_node_t *x, int n_d, int *d);
kad_node_t *kad_reverse(kad_node_t *x, int axis);

// ---- random numbers, arithmetic, debugging
void *kad_rng(void);
void kad_srand(void *d, uint64_t seed);
uint64_t kad_rand(void *d);
double kad_drand(void *d);
double kad_drand_normal(void *d);
void kad_saxpy(int n, float a, const float *x, float *y);
void kad_trap_fe(void);
void kad_print_graph(FILE *fp, int n, kad_node_t **v);
void kad_check_grad(int n, kad_node_t **a, int from);

#ifdef __cplusplus
}
#endif

typedef int (*kad_op_f)(kad_node_t *, int);
extern kad_op_f kad_op_list[KAD_MAX_OP];
extern char *kad_op_name[KAD_MAX_OP];

// How many floats a node has.
static inline int kad_len(const kad_node_t *p)
{
    int length = 1;
    for (int i = 0; i < p->n_d; i++) length *= p->d[i];
    return length;
}

#endif
