// One step of a recurrent layer or cell.

#include "ir/ops/rnn_step.h"

#include "ir/ops/exponential.h"
#include "ir/ops/products.h"
#include "ir/ops/scalars.h"
#include "ir/ops/view_kernel.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

int rnn_kept_gates(enum rnn_gates gates)
{
    return gates == GATES_RNN ? 0 : 4;
}

bool rnn_is_relu(const struct kernel_call *call)
{
    return op_attr_index(call->op, "nonlinearity") >= 0 &&
           !strcmp(kernel_string(call, "nonlinearity", "tanh"), "relu");
}

enum dtype rnn_product_dtype(const struct tensor *x)
{
    return dtype_is_float(x->dtype) ? kernel_product_dtype(x) : DTYPE_F64;
}

// ---- sums of the gates

// A weight that was left out counts as zeros.
static struct tensor read_weight(struct kernel_call *call, const struct rnn_direction *d,
                                 int operand, int64_t rows, int64_t columns)
{
    if (kernel_has(call, operand)) return products_operand(call, &call->in[operand], d->dtype);
    struct tensor zeros = products_room(call, d->dtype, 2, (int64_t[]){rows, columns});
    tensor_fill(&zeros, 0.0);
    return zeros;
}

void rnn_read_weights(struct kernel_call *call, struct rnn_direction *d)
{
    int64_t n = (int64_t)d->gates * d->hidden;
    d->w = read_weight(call, d, d->weight, n, d->n_in);
    d->r = read_weight(call, d, d->weight + 1, n, d->n_h);
    if (d->projection >= 0) d->p = read_weight(call, d, d->projection, d->n_h, d->hidden);
}

void rnn_sums_room(struct kernel_call *call, const struct rnn_direction *d, int64_t n,
                   struct tensor *from_x, struct tensor *from_h)
{
    int64_t dim[3] = {n, d->batch, (int64_t)d->gates * d->hidden};
    *from_x = products_room(call, d->dtype, 3, dim);
    *from_h = d->gates == GATES_GRU ? products_room(call, d->dtype, 3, dim) : *from_x;
}

static struct tensor repeated(const struct tensor *matrix, int64_t n)
{
    struct tensor stack = *matrix;
    view_add_axis(&stack, 0, n, 0);
    return stack;
}

void rnn_sums_begin(struct kernel_call *call, const struct rnn_direction *d,
                    const struct tensor *input, const struct tensor *from_x,
                    const struct tensor *from_h)
{
    struct tensor w = products_transposed(&d->w), stack = repeated(&w, input->dim[0]);
    bool biased = d->bias >= 0 && kernel_has(call, d->bias), apart = from_h->data != from_x->data;
    if (apart) tensor_fill(from_h, 0.0);
    if (biased) {
        tensor_copy(&call->in[d->bias], from_x);
        tensor_add(&call->in[d->bias + 1], from_h);
    }
    products_multiply(call, input, &stack, from_x, biased ? PRODUCTS_ADDED : PRODUCTS_NEW);
}

// The sum of g over steps and batch.
static void back_bias(struct kernel_call *call, int operand, const struct tensor *g)
{
    if (operand < 0 || !kernel_wants(call, operand)) return;
    kernel_sum_to(call, g, kernel_gradient(call, operand));
}

// The gradient of a weight whose products with `x` have the gradient `g`.
static void back_weight(struct kernel_call *call, const struct rnn_direction *d, int operand,
                        const struct tensor *g, const struct tensor *x)
{
    if (!kernel_wants(call, operand)) return;
    struct tensor *gradient = kernel_gradient_unset(call, operand);
    struct tensor computed = kernel_product_result(call, gradient, d->dtype);
    struct tensor stack = repeated(&computed, g->dim[0]), flipped = products_transposed(g);
    products_multiply(call, &flipped, x, &stack, PRODUCTS_NEW);
    kernel_product_store(&computed, gradient);
}

void rnn_sums_back(struct kernel_call *call, const struct rnn_direction *d,
                   const struct tensor *input, const struct tensor *before,
                   const struct tensor *dfrom_x, const struct tensor *dfrom_h,
                   const struct tensor *dinput)
{
    back_weight(call, d, d->weight, dfrom_x, input);
    back_weight(call, d, d->weight + 1, dfrom_h, before);
    if (d->bias >= 0) {
        back_bias(call, d->bias, dfrom_x);
        back_bias(call, d->bias + 1, dfrom_h);
    }
    if (!tensor_is_there(dinput)) return;
    struct tensor w = repeated(&d->w, dfrom_x->dim[0]);
    products_multiply(call, dfrom_x, &w, dinput, PRODUCTS_ADDED);
}

// ---- one step, one element of the batch

struct rnn_room rnn_room_make(struct kernel_call *call, const struct rnn_direction *d)
{
    int64_t sums = (int64_t)d->gates * d->hidden, widest = d->n_h > d->hidden ? d->n_h : d->hidden;
    struct rnn_room e = {.from_x = kernel_doubles(call, sums),
                         .gates = kernel_doubles(call, 4 * d->hidden)};
    e.from_h = d->gates == GATES_GRU ? kernel_doubles(call, sums) : e.from_x;
    double **vectors[] = {&e.before, &e.cell_before, &e.cell, &e.h, &e.dh, &e.dbefore, &e.dcell};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = kernel_doubles(call, widest);
    return e;
}

static void load(const struct tensor *rows, int64_t n, double *row)
{
    if (tensor_is_there(rows)) row_load(rows, n * rows->stride[0], 1, rows->dim[1], row);
}

static void store(const struct tensor *rows, int64_t n, const double *row)
{
    if (tensor_is_there(rows)) row_store(rows, n * rows->stride[0], 1, rows->dim[1], row);
}

static void run_rnn(const struct rnn_direction *d, struct rnn_room *e)
{
    for (int64_t i = 0; d->relu && i < d->hidden; i++) e->h[i] = scalar_larger(e->from_x[i], 0.0);
    if (!d->relu) exponential_tanh(d->hidden, e->from_x, e->h);
}

// `from_x` and `from_h` are kept apart, since the reset gate scales only the latter.
static void run_gru(const struct rnn_direction *d, struct rnn_room *e)
{
    int64_t n = d->hidden;
    double *reset = e->gates, *update = reset + n, *new = reset + 2 * n;
    for (int64_t i = 0; i < 2 * n; i++) e->gates[i] = e->from_x[i] + e->from_h[i];
    exponential_sigmoid(2 * n, e->gates, e->gates);
    for (int64_t i = 0; i < n; i++) new[i] = e->from_x[2 * n + i] + reset[i] * e->from_h[2 * n + i];
    exponential_tanh(n, new, new);
    for (int64_t i = 0; i < n; i++) {
        e->h[i] = (1.0 - update[i]) * new[i] + update[i] * e->before[i];
        e->gates[3 * n + i] = e->from_h[2 * n + i];
    }
}

static void run_lstm(const struct rnn_direction *d, struct rnn_room *e)
{
    int64_t n = d->hidden;
    double *in = e->gates, *forget = in + n, *new = in + 2 * n, *out = in + 3 * n;
    exponential_sigmoid(2 * n, e->from_x, in);
    exponential_tanh(n, e->from_x + 2 * n, new);
    exponential_sigmoid(n, e->from_x + 3 * n, out);
    for (int64_t i = 0; i < n; i++) e->cell[i] = forget[i] * e->cell_before[i] + in[i] * new[i];
    exponential_tanh(n, e->cell, e->h);
    for (int64_t i = 0; i < n; i++) e->h[i] *= out[i];
}

static void run_element(const struct rnn_direction *d, const struct rnn_step *step, int64_t n,
                        struct rnn_room *e)
{
    load(&step->from_x, n, e->from_x);
    if (d->gates == GATES_GRU) load(&step->from_h, n, e->from_h);
    if (d->gates == GATES_GRU) load(&step->before, n, e->before);
    load(&step->cell_before, n, e->cell_before);
    if (d->gates == GATES_GRU)
        run_gru(d, e);
    else if (d->gates == GATES_LSTM)
        run_lstm(d, e);
    else
        run_rnn(d, e);
    store(tensor_is_there(&d->p) ? &step->unprojected : &step->h, n, e->h);
    store(&step->cell, n, e->cell);
    store(&step->gates, n, e->gates);
}

void rnn_step_run(struct kernel_call *call, const struct rnn_direction *d,
                  const struct rnn_step *step, struct rnn_room *room)
{
    struct tensor r = products_transposed(&d->r);
    products_multiply(call, &step->before, &r, &step->from_h, PRODUCTS_ADDED);
    for (int64_t n = 0; n < d->batch; n++) run_element(d, step, n, room);
    if (!tensor_is_there(&d->p)) return;
    struct tensor p = products_transposed(&d->p);
    products_multiply(call, &step->unprojected, &p, &step->h, PRODUCTS_NEW);
}

// ---- one step back

// Gradients toward the sums of the gates, which replace them.
static void back_rnn(const struct rnn_direction *d, struct rnn_room *e)
{
    for (int64_t i = 0; i < d->hidden; i++) {
        double h = e->h[i], slope = d->relu ? (isnan(h) ? NAN : h > 0.0) : 1.0 - h * h;
        e->from_x[i] = e->dh[i] * slope;
    }
}

static void back_gru(const struct rnn_direction *d, struct rnn_room *e)
{
    int64_t n = d->hidden;
    for (int64_t i = 0; i < n; i++) {
        double reset = e->gates[i], update = e->gates[n + i], new = e->gates[2 * n + i];
        double dh = e->dh[i], dnew = dh * (1.0 - update) * (1.0 - new *new);
        e->from_x[i] = e->from_h[i] = dnew * e->gates[3 * n + i] * reset * (1.0 - reset);
        e->from_x[n + i] = e->from_h[n + i] = dh * (e->before[i] - new) * update * (1.0 - update);
        e->from_x[2 * n + i] = dnew;
        e->from_h[2 * n + i] = dnew * reset;
        e->dbefore[i] = dh * update;
    }
}

static void back_lstm(const struct rnn_direction *d, struct rnn_room *e)
{
    int64_t n = d->hidden;
    exponential_tanh(n, e->cell, e->h);
    for (int64_t i = 0; i < n; i++) {
        double in = e->gates[i], forget = e->gates[n + i];
        double new = e->gates[2 * n + i], out = e->gates[3 * n + i];
        double squashed = e->h[i];
        double dc = e->dcell[i] + e->dh[i] * out * (1.0 - squashed * squashed);
        e->from_x[i] = dc * new *in *(1.0 - in);
        e->from_x[n + i] = dc * e->cell_before[i] * forget * (1.0 - forget);
        e->from_x[2 * n + i] = dc * in * (1.0 - new *new);
        e->from_x[3 * n + i] = e->dh[i] * squashed * out * (1.0 - out);
        e->dcell[i] = dc * forget;
    }
}

// Only rnn reads h again: its slope is one of h.
static void load_element(const struct rnn_direction *d, const struct rnn_step *step, int64_t n,
                         struct rnn_room *e)
{
    if (d->gates == GATES_RNN) load(&step->h, n, e->h);
    if (d->gates == GATES_GRU) load(&step->before, n, e->before);
    load(&step->gates, n, e->gates);
    load(&step->cell_before, n, e->cell_before);
    load(&step->cell, n, e->cell);
}

static void back_element(const struct rnn_direction *d, const struct rnn_step *step, int64_t n,
                         const struct tensor *dh, const struct tensor *dbefore,
                         const struct tensor *dcell, struct rnn_room *e)
{
    load_element(d, step, n, e);
    load(dh, n, e->dh);
    load(dcell, n, e->dcell);
    if (d->gates == GATES_GRU)
        back_gru(d, e);
    else if (d->gates == GATES_LSTM)
        back_lstm(d, e);
    else
        back_rnn(d, e);
    store(&step->from_x, n, e->from_x);
    if (d->gates == GATES_GRU) store(&step->from_h, n, e->from_h);
    if (d->gates == GATES_GRU) store(dbefore, n, e->dbefore);
    store(dcell, n, e->dcell);
}

// Through P, to h before it; `dp` is added to.
static struct tensor back_projection(struct kernel_call *call, const struct rnn_direction *d,
                                     const struct rnn_step *step, const struct tensor *dh,
                                     const struct tensor *dp)
{
    int64_t dim[2] = {d->batch, d->hidden};
    struct tensor unprojected = products_room(call, d->dtype, 2, dim);
    struct tensor flipped = products_transposed(dh);
    products_multiply(call, dh, &d->p, &unprojected, PRODUCTS_NEW);
    if (tensor_is_there(dp))
        products_multiply(call, &flipped, &step->unprojected, dp, PRODUCTS_ADDED);
    return unprojected;
}

void rnn_step_back(struct kernel_call *call, const struct rnn_direction *d,
                   const struct rnn_step *step, struct rnn_room *room, const struct tensor *dh,
                   const struct tensor *dbefore, const struct tensor *dcell,
                   const struct tensor *dp)
{
    struct tensor arriving = *dh;
    if (tensor_is_there(&d->p)) arriving = back_projection(call, d, step, dh, dp);
    for (int64_t n = 0; n < d->batch; n++)
        back_element(d, step, n, &arriving, dbefore, dcell, room);
    products_multiply(call, &step->from_h, &d->r, dbefore,
                      d->gates == GATES_GRU ? PRODUCTS_ADDED : PRODUCTS_NEW);
}
