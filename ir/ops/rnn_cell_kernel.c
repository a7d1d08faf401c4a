// Recurrent cells: operands input, hx, (cx), w_ih, w_hh, b_ih, b_hh.

#include "ir/ops/kernels.h"
#include "ir/ops/products.h"
#include "ir/ops/rnn_step.h"
#include "ir/ops/view_kernel.h"

struct cell {
    struct rnn_direction d;
    bool lstm;
    struct tensor x, before, cell_before; // [batch, ..]; zeros where no state is given
};

// A matrix with a row for each element of the batch, also of a vector.
static struct tensor as_rows(const struct tensor *t)
{
    struct tensor rows = *t;
    if (rows.rank == 1) view_add_axis(&rows, 0, 1, 0);
    return rows;
}

static struct tensor zero_rows(struct kernel_call *call, const struct rnn_direction *d, int64_t n)
{
    struct tensor zeros = products_room(call, d->dtype, 2, (int64_t[]){d->batch, n});
    tensor_fill(&zeros, 0.0);
    return zeros;
}

static struct tensor rows_of(struct kernel_call *call, const struct rnn_direction *d,
                             const struct tensor *t, int64_t n)
{
    if (!tensor_is_there(t)) return zero_rows(call, d, n);
    struct tensor rows = products_operand(call, t, d->dtype);
    return as_rows(&rows);
}

static struct cell read_cell(struct kernel_call *call, enum rnn_gates gates)
{
    const struct tensor *x = &call->in[0];
    struct cell c = {.lstm = gates == GATES_LSTM};
    int weight = c.lstm ? 3 : 2;
    c.d = (struct rnn_direction){.gates = gates,
                                 .relu = rnn_is_relu(call),
                                 .dtype = rnn_product_dtype(x),
                                 .batch = x->rank == 2 ? x->dim[0] : 1,
                                 .n_in = x->dim[x->rank - 1],
                                 .weight = weight,
                                 .bias = kernel_has(call, weight + 2) ? weight + 2 : -1,
                                 .projection = -1};
    c.d.hidden = c.d.n_h = call->in[weight + 1].dim[1];
    rnn_read_weights(call, &c.d);
    c.x = rows_of(call, &c.d, x, c.d.n_in);
    c.before = rows_of(call, &c.d, &call->in[1], c.d.hidden);
    if (c.lstm) c.cell_before = rows_of(call, &c.d, &call->in[2], c.d.hidden);
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

// A step as a sequence of one.
static struct tensor as_sequence(const struct tensor *rows)
{
    struct tensor sequence = *rows;
    view_add_axis(&sequence, 0, 1, 0);
    return sequence;
}

static struct tensor only_entry(const struct tensor *sequence)
{
    struct tensor entry = *sequence;
    view_drop_axis(&entry, 0);
    return entry;
}

// The tensors of the only step, whose sums are at `from_x` and `from_h`.
static struct rnn_step make_step(const struct cell *c, const struct tensor *from_x,
                                 const struct tensor *from_h)
{
    return (struct rnn_step){.before = c->before,
                             .cell_before = c->cell_before,
                             .from_x = only_entry(from_x),
                             .from_h = only_entry(from_h)};
}

// Where a result or what is kept is computed: there, or in the workspace.
static struct tensor computed_rows(struct kernel_call *call, const struct cell *c,
                                   const struct tensor *result)
{
    struct tensor computed = kernel_product_result(call, result, c->d.dtype);
    return as_rows(&computed);
}

static void store_rows(const struct tensor *computed, const struct tensor *result)
{
    struct tensor rows = as_rows(result);
    kernel_product_store(computed, &rows);
}

static void run_cell(struct kernel_call *call, enum rnn_gates kind)
{
    struct cell c = read_cell(call, kind);
    struct rnn_room room = rnn_room_make(call, &c.d);
    int rank = call->in[0].rank;
    int64_t dim[2] = {c.d.batch, c.d.hidden},
            kept[2] = {c.d.batch, rnn_kept_gates(kind) * c.d.hidden};
    const int64_t *size = rank == 2 ? dim : dim + 1;
    struct tensor from_x, from_h, input = as_sequence(&c.x);
    rnn_sums_room(call, &c.d, 1, &from_x, &from_h);
    rnn_sums_begin(call, &c.d, &input, &from_x, &from_h);
    struct rnn_step step = make_step(&c, &from_x, &from_h);
    kernel_results(call, c.lstm ? 2 : 1);
    struct tensor *h = kernel_result(call, 0, cell_dtype(call, &c), rank, size);
    struct tensor *cell = c.lstm ? kernel_result(call, 1, h->dtype, rank, size) : NULL;
    struct tensor *own = kept[1] ? kernel_own(call, h->dtype, 2, kept) : NULL;
    step.h = computed_rows(call, &c, h);
    if (cell) step.cell = computed_rows(call, &c, cell);
    if (own) step.gates = computed_rows(call, &c, own);
    rnn_step_run(call, &c.d, &step, &room);
    store_rows(&step.h, h);
    if (cell) store_rows(&step.cell, cell);
    if (own) store_rows(&step.gates, own);
}

static struct tensor arriving_rows(struct kernel_call *call, const struct cell *c, int result)
{
    struct tensor copy = zero_rows(call, &c->d, c->d.hidden);
    if (tensor_is_there(&call->grad_out[result])) tensor_copy(&call->grad_out[result], &copy);
    return copy;
}

static void give(struct kernel_call *call, int operand, const struct tensor *rows)
{
    if (!kernel_wants(call, operand)) return;
    struct tensor shown = as_rows(kernel_gradient(call, operand));
    tensor_copy(rows, &shown);
}

// Only rnn reads h again (its slope is one of h), only lstm the cell state.
static void give_cell(struct kernel_call *call, enum rnn_gates kind)
{
    struct cell c = read_cell(call, kind);
    struct rnn_room room = rnn_room_make(call, &c.d);
    struct tensor from_x, from_h, input = as_sequence(&c.x), before = as_sequence(&c.before);
    rnn_sums_room(call, &c.d, 1, &from_x, &from_h);
    struct rnn_step step = make_step(&c, &from_x, &from_h);
    int64_t hidden = c.d.hidden, kept = rnn_kept_gates(kind) * hidden;
    if (kept) step.gates = rows_of(call, &c.d, &call->own[0], kept);
    if (!kept) step.h = rows_of(call, &c.d, &call->out[0], hidden);
    if (c.lstm) step.cell = rows_of(call, &c.d, &call->out[1], hidden);
    struct tensor dh = arriving_rows(call, &c, 0), dcell = {0}, none = {0};
    struct tensor dbefore = zero_rows(call, &c.d, hidden), dx = zero_rows(call, &c.d, c.d.n_in);
    if (c.lstm) dcell = arriving_rows(call, &c, 1);
    rnn_step_back(call, &c.d, &step, &room, &dh, &dbefore, &dcell, &none);
    struct tensor dinput = as_sequence(&dx);
    rnn_sums_back(call, &c.d, &input, &before, &from_x, &from_h, &dinput);
    give(call, 0, &dx);
    give(call, 1, &dbefore);
    if (c.lstm) give(call, 2, &dcell);
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
