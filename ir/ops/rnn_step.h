#ifndef IR_OPS_RNN_STEP_H
#define IR_OPS_RNN_STEP_H

// One step of a recurrent layer or cell for all elements of the batch, forward and back: matrices
// with a row for each element, in the dtype of products; gates are worked out in f64.
//
// With a = W x + b (from the input) and r = R h + c (from the state before), gate by gate:
//
//   rnn   h' = tanh(a + r), or relu
//   gru   z0 = sigmoid(a0 + r0), z1 = sigmoid(a1 + r1), n = tanh(a2 + z0 r2)
//         h' = (1 - z1) n + z1 h
//   lstm  i, f, g, o = sigmoid, sigmoid, tanh, sigmoid of a + r
//         c' = f c + i g, h' = o tanh(c'), projected by P where proj_size is given
//
// What a step computes is kept for backward: the gates after their activation (of gru also r2), the
// cell state, h before its projection. Products with the input need no step before them and are
// made for all steps at once, forward and back.

#include "ir/kernel.h"

enum rnn_gates { GATES_RNN = 1, GATES_GRU = 3, GATES_LSTM = 4 };

// One layer in one direction: sizes and weights (W [gates x hidden, n_in], R [gates x hidden, n_h],
// P [n_h, hidden], b and c [gates x hidden]); dtype NONE: not given.
struct rnn_direction {
    enum rnn_gates gates;
    bool relu;
    enum dtype dtype;                 // of products
    int64_t batch, n_in, hidden, n_h; // n_h: what h holds, after the projection
    int weight, bias, projection;     // operands: W, before R; b, before c; P. -1: not given
    struct tensor w, r, p;
};

// What one step reads and makes, a row for each element of the batch.
struct rnn_step {
    struct tensor before, cell_before; // h and the cell state before it
    struct tensor h, cell;             // and after it; cell: of lstm
    struct tensor gates;               // [batch, kept gates x hidden]; r2 of gru lies last
    struct tensor unprojected;         // [batch, hidden], h where P projects it
    // Sums of the gates: W x + b, with all else where `from_h` is the same; backward, their
    // gradients.
    struct tensor from_x, from_h;
};

// Room for one element of the batch, as f64. The sums are in the same memory but for gru.
struct rnn_room {
    double *from_x, *from_h, *gates, *before, *cell_before, *cell;
    double *h; // before its projection
    double *dh, *dbefore, *dcell;
};

struct rnn_room rnn_room_make(struct kernel_call *, const struct rnn_direction *);
// The weights, from operands of the call on, and their dtype; sizes are the caller's.
void rnn_read_weights(struct kernel_call *, struct rnn_direction *);
int rnn_kept_gates(enum rnn_gates); // numbers of `gates` in a step, in units of hidden
// Room for the sums of `n` steps, [n, batch, gates x hidden]; of gru two such.
void rnn_sums_room(struct kernel_call *, const struct rnn_direction *, int64_t n,
                   struct tensor *from_x, struct tensor *from_h);
// Fills the sums of all steps with what comes from the input [n, batch, n_in] and from the biases.
void rnn_sums_begin(struct kernel_call *, const struct rnn_direction *, const struct tensor *input,
                    const struct tensor *from_x, const struct tensor *from_h);
// h, the cell state and what is kept.
void rnn_step_run(struct kernel_call *, const struct rnn_direction *, const struct rnn_step *,
                  struct rnn_room *);
// The gates' gradients from `dh`, which is that of h after the step. They are written over
// the sums; gradients of the states before are given back: `dbefore` is overwritten, `dcell` comes
// in as that of the cell state after the step. `dp`: P's gradient, added to; dtype NONE: not
// wanted.
void rnn_step_back(struct kernel_call *, const struct rnn_direction *, const struct rnn_step *,
                   struct rnn_room *, const struct tensor *dh, const struct tensor *dbefore,
                   const struct tensor *dcell, const struct tensor *dp);
// Backward of the sums of all steps: gradients of W, R, b and c that are wanted, and of the input,
// which is added to (dtype NONE: not wanted). `before` is h before each step, [n, batch, n_h].
void rnn_sums_back(struct kernel_call *, const struct rnn_direction *, const struct tensor *input,
                   const struct tensor *before, const struct tensor *dfrom_x,
                   const struct tensor *dfrom_h, const struct tensor *dinput);

// ---- operands of a call

// Is the activation of rnn a relu, not a tanh?
bool rnn_is_relu(const struct kernel_call *);
// That of the products: f64 for integers, too, so that a relu of them is exact up to 2^53.
enum dtype rnn_product_dtype(const struct tensor *);

#endif
