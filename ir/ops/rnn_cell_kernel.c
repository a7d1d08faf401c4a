// Recurrent cells: operands input, hx, (cx), w_ih, w_hh, b_ih, b_hh.

#include "ir/ops/kernels.h"
#include "ir/ops/rnn_step.h"
#include "ir/rows.h"

#include <string.h>

struct cell {
    struct rnn_direction d;
    bool batched, lstm;
    int64_t batch;
    int weight;                // operand w_ih
    const double *x;           // [batch, n_in]
    const double *before;      // [batch, hidden]; zeros where no state is given
    const double *cell_before; // the same, of lstm
};

static struct cell read_cell(struct kernel_call *call, enum rnn_gates gates)
{
    const struct tensor *x = &call->in[0];
    struct cell c = {.batched = x->rank == 2};
    c.d.gates = gates;
    c.d.relu = rnn_is_relu(call);
    c.lstm = c.d.gates == GATES_LSTM;
    c.weight = c.lstm ? 3 : 2;
    c.batch = c.batched ? x->dim[0] : 1;
    c.d.n_in = x->dim[x->rank - 1];
    c.d.hidden = c.d.n_h = call->in[c.weight + 1].dim[1];
    c.d.w = kernel_operand(call, c.weight);
    c.d.r = kernel_operand(call, c.weight + 1);
    c.d.b = kernel_operand(call, c.weight + 2);
    c.d.c = kernel_operand(call, c.weight + 3);
    c.x = kernel_operand(call, 0);
    c.before = kernel_operand(call, 1);
    if (!c.before) c.before = kernel_zeros(call, c.batch * c.d.hidden);
    if (!c.lstm) return c;
    c.cell_before = kernel_operand(call, 2);
    if (!c.cell_before) c.cell_before = kernel_zeros(call, c.batch * c.d.hidden);
    return c;
}

// tanh and sigmoid make floats of integers; cx of another dtype is promoted with the gates.
static enum dtype cell_dtype(const struct kernel_call *call, const struct cell *c)
{
    enum dtype dtype = call->in[0].dtype;
    if (!dtype_is_float(dtype) && !c->d.relu) dtype = DTYPE_F32;
    if (c->lstm && kernel_has(call, 2)) dtype = dtype_promote(dtype, call->in[2].dtype);
    return dtype;
}

// What is kept lies [batch, kept gates, hidden].
static void run_cell(struct kernel_call *call, enum rnn_gates kind)
{
    struct cell c = read_cell(call, kind);
    struct rnn_room room = rnn_room_make(call, &c.d);
    int64_t hidden = c.d.hidden, dim[2] = {c.batch, hidden},
            kept = rnn_kept_gates(c.d.gates) * hidden;
    int rank = c.batched ? 2 : 1;
    const int64_t *size = c.batched ? dim : dim + 1;
    int64_t n_kept = c.batch * kept;
    kernel_results(call, c.lstm ? 2 : 1);
    struct tensor *out = kernel_result(call, 0, cell_dtype(call, &c), rank, size);
    struct tensor *cell_out =
        c.lstm ? kernel_result(call, 1, cell_dtype(call, &c), rank, size) : NULL;
    struct tensor *own = kept ? kernel_own(call, out->dtype, 1, &n_kept) : NULL;
    double *h = kernel_doubles(call, hidden), *cell = kernel_doubles(call, hidden);
    double *gates = kernel_doubles(call, kept);
    for (int64_t b = 0; b < c.batch; b++) {
        struct rnn_step step = {.gates = gates};
        if (c.lstm) memcpy(cell, c.cell_before + b * hidden, (size_t)hidden * sizeof(double));
        rnn_step_run(&c.d, c.x + b * c.d.n_in, c.before + b * hidden, cell, &step, &room, h);
        row_store(out, b * hidden, 1, hidden, h);
        if (cell_out) row_store(cell_out, b * hidden, 1, hidden, cell);
        if (own) row_store(own, b * kept, 1, kept, gates);
    }
}

// Only rnn reads h again (its slope is one of h), only lstm the cell state.
static void give_cell(struct kernel_call *call, enum rnn_gates kind)
{
    struct cell c = read_cell(call, kind);
    struct rnn_room room = rnn_room_make(call, &c.d);
    int64_t hidden = c.d.hidden, kept = rnn_kept_gates(c.d.gates) * hidden, all = c.batch * hidden;
    rnn_weight_rooms(call, c.weight, &c.d);
    double *dx = kernel_zeros(call, c.batch * c.d.n_in), *dbefore = kernel_zeros(call, all);
    double *dcell = kernel_zeros(call, all), *gates = kernel_doubles(call, kept);
    const double *dh = rnn_arrived(call, 0, all);
    const double *h = kept ? NULL : kernel_numbers(call, &call->out[0], DTYPE_F64);
    const double *cell = c.lstm ? kernel_numbers(call, &call->out[1], DTYPE_F64) : NULL;
    if (c.lstm) memcpy(dcell, rnn_arrived(call, 1, all), (size_t)all * sizeof(double));
    for (int64_t b = 0; b < c.batch; b++) {
        struct rnn_step step = {.gates = gates};
        if (kept) row_load(&call->own[0], b * kept, 1, kept, gates);
        struct rnn_step_values v = {c.x + b * c.d.n_in, c.before + b * hidden,
                                    c.lstm ? c.cell_before + b * hidden : NULL,
                                    h ? h + b * hidden : NULL, cell ? cell + b * hidden : NULL};
        rnn_step_back(&c.d, &v, &step, dh + b * hidden, &room, dx + b * c.d.n_in,
                      dbefore + b * hidden, dcell + b * hidden);
    }
    kernel_give_gradient(call, 0, dx);
    kernel_give_gradient(call, 1, dbefore);
    if (c.lstm) kernel_give_gradient(call, 2, dcell);
    kernel_give_gradient(call, c.weight, c.d.dw);
    kernel_give_gradient(call, c.weight + 1, c.d.dr);
    if (c.d.b) kernel_give_gradient(call, c.weight + 2, c.d.db);
    if (c.d.c) kernel_give_gradient(call, c.weight + 3, c.d.dc);
}

void rnn_cell_forward(struct kernel_call *call)
{
    run_cell(call, GATES_RNN);
}

void rnn_cell_backward(struct kernel_call *call)
{
    give_cell(call, GATES_RNN);
}

void gru_cell_forward(struct kernel_call *call)
{
    run_cell(call, GATES_GRU);
}

void gru_cell_backward(struct kernel_call *call)
{
    give_cell(call, GATES_GRU);
}

void lstm_cell_forward(struct kernel_call *call)
{
    run_cell(call, GATES_LSTM);
}

void lstm_cell_backward(struct kernel_call *call)
{
    give_cell(call, GATES_LSTM);
}
