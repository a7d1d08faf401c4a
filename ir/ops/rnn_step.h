#ifndef IR_OPS_RNN_STEP_H
#define IR_OPS_RNN_STEP_H

// One step of a recurrent layer or cell for one element of the batch, in f64, forward and back.
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
// cell state, h before its projection.

#include "ir/kernel.h"

enum rnn_gates { GATES_RNN = 1, GATES_GRU = 3, GATES_LSTM = 4 };

// One layer in one direction: sizes, weights (W [gates x hidden, n_in], R [gates x hidden, n_h],
// P [n_h, hidden], b and c [gates x hidden]), and sums of their gradients (NULL: not wanted).
struct rnn_direction {
    enum rnn_gates gates;
    bool relu;
    int64_t n_in, hidden, n_h;       // n_h: what h holds, after the projection
    const double *w, *r, *b, *c, *p; // NULL: not given
    double *dw, *dr, *db, *dc, *dp;
};

// What one step of one element of the batch keeps.
struct rnn_step {
    double *gates;       // [gates, hidden]; r2 of gru lies behind them
    double *cell;        // [hidden], after the step; of lstm
    double *unprojected; // [hidden], h where P projects it
};

// Room for what a step computes and nobody keeps.
struct rnn_room {
    double *from_x, *from_h, *h;
    double *dx_sums, *dh_sums, *dh;
};

// What one step read and gave: x [n_in], the states before it, h [n_h] and the cell state [hidden]
// after it.
struct rnn_step_values {
    const double *x, *before, *cell_before, *h, *cell;
};

int rnn_kept_gates(enum rnn_gates); // numbers of `gates` in a step, in units of hidden
struct rnn_room rnn_room_make(struct kernel_call *, const struct rnn_direction *);
// h after x, from `before`, which may be the same memory; the cell state of lstm is replaced by
// the one after the step.
void rnn_step_run(const struct rnn_direction *, const double *x, const double *before, double *cell,
                  struct rnn_step *, struct rnn_room *, double *h);
// `dh` is the gradient of h after the step; those of x and of the states before are added to
// (dx: NULL, not wanted).
void rnn_step_back(const struct rnn_direction *, const struct rnn_step_values *,
                   const struct rnn_step *, const double *dh, struct rnn_room *, double *dx,
                   double *dbefore, double *dcell);

// ---- operands of a call

// Is the activation of rnn a relu, not a tanh?
bool rnn_is_relu(const struct kernel_call *);
// Zeros for the gradient of an operand; NULL: it is not wanted.
double *rnn_gradient_room(struct kernel_call *, int operand, int64_t n);
// The same for W, R, b and c, of which operand `first` is the first.
void rnn_weight_rooms(struct kernel_call *, int first, struct rnn_direction *);
// The gradient of a result of `n` numbers; zeros where none arrived.
const double *rnn_arrived(struct kernel_call *, int result, int64_t n);

#endif
