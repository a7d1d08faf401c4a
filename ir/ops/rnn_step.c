// One step of a recurrent layer or cell.

#include "ir/ops/rnn_step.h"

#include "ir/ops/scalars.h"

#include <string.h>

int rnn_kept_gates(enum rnn_gates gates)
{
    return gates == GATES_RNN ? 0 : 4;
}

// y[n] += M[n, k] x[k]
static void add_product(const double *m, const double *x, int64_t n, int64_t k, double *y)
{
    for (int64_t i = 0; m && i < n; i++) {
        double sum = 0.0;
        for (int64_t j = 0; j < k; j++) sum += m[i * k + j] * x[j];
        y[i] += sum;
    }
}

// x[k] += M^T g, and dM += g x^T.
static void give_product(const double *m, const double *x, const double *g, int64_t n, int64_t k,
                         double *dx, double *dm)
{
    for (int64_t i = 0; m && i < n; i++) {
        for (int64_t j = 0; j < k; j++) {
            if (dx) dx[j] += g[i] * m[i * k + j];
            if (dm) dm[i * k + j] += g[i] * x[j];
        }
    }
}

static void add_vector(const double *from, int64_t n, double *to)
{
    for (int64_t i = 0; from && to && i < n; i++) to[i] += from[i];
}

// ---- one step

static void run_rnn(const struct rnn_direction *d, const double *sums, double *h)
{
    for (int64_t i = 0; i < d->hidden; i++)
        h[i] = d->relu ? scalar_larger(sums[i], 0.0) : tanh(sums[i]);
}

// `from_x` and `from_h` are kept apart, since the reset gate scales only the latter.
static void run_gru(const struct rnn_direction *d, const double *from_x, const double *from_h,
                    const double *before, struct rnn_step *step, double *h)
{
    int64_t n = d->hidden;
    for (int64_t i = 0; i < n; i++) {
        double reset = scalar_sigmoid(from_x[i] + from_h[i]);
        double update = scalar_sigmoid(from_x[n + i] + from_h[n + i]);
        double new = tanh(from_x[2 * n + i] + reset * from_h[2 * n + i]);
        h[i] = (1.0 - update) * new + update *before[i];
        step->gates[i] = reset;
        step->gates[n + i] = update;
        step->gates[2 * n + i] = new;
        step->gates[3 * n + i] = from_h[2 * n + i];
    }
}

static void run_lstm(const struct rnn_direction *d, const double *sums, const double *cell,
                     struct rnn_step *step, double *new_cell, double *h)
{
    int64_t n = d->hidden;
    for (int64_t i = 0; i < n; i++) {
        double in = scalar_sigmoid(sums[i]), forget = scalar_sigmoid(sums[n + i]);
        double new = tanh(sums[2 * n + i]), out = scalar_sigmoid(sums[3 * n + i]);
        new_cell[i] = forget * cell[i] + in * new;
        h[i] = out * tanh(new_cell[i]);
        step->gates[i] = in;
        step->gates[n + i] = forget;
        step->gates[2 * n + i] = new;
        step->gates[3 * n + i] = out;
    }
    if (step->cell) memcpy(step->cell, new_cell, (size_t)n * sizeof *new_cell);
}

struct rnn_room rnn_room_make(struct kernel_call *call, const struct rnn_direction *d)
{
    int64_t n = (int64_t)d->gates * d->hidden;
    struct rnn_room room = {.from_x = kernel_doubles(call, n), .from_h = kernel_doubles(call, n)};
    room.h = kernel_doubles(call, d->hidden);
    room.dx_sums = kernel_doubles(call, n);
    room.dh_sums = kernel_doubles(call, n);
    room.dh = kernel_doubles(call, d->hidden);
    return room;
}

static void load_sums(const struct rnn_direction *d, const double *x, const double *before,
                      struct rnn_room *room)
{
    int64_t n = (int64_t)d->gates * d->hidden;
    memset(room->from_x, 0, (size_t)n * sizeof(double));
    memset(room->from_h, 0, (size_t)n * sizeof(double));
    add_vector(d->b, n, room->from_x);
    add_vector(d->c, n, room->from_h);
    add_product(d->w, x, n, d->n_in, room->from_x);
    add_product(d->r, before, n, d->n_h, room->from_h);
}

void rnn_step_run(const struct rnn_direction *d, const double *x, const double *before,
                  double *cell, struct rnn_step *step, struct rnn_room *room, double *h)
{
    int64_t n = (int64_t)d->gates * d->hidden;
    load_sums(d, x, before, room);
    if (d->gates == GATES_GRU) {
        run_gru(d, room->from_x, room->from_h, before, step, room->h);
    } else {
        add_vector(room->from_h, n, room->from_x);
        if (d->gates == GATES_RNN)
            run_rnn(d, room->from_x, room->h);
        else
            run_lstm(d, room->from_x, cell, step, cell, room->h);
    }
    if (step->unprojected) memcpy(step->unprojected, room->h, (size_t)d->hidden * sizeof(double));
    if (!d->p) {
        memcpy(h, room->h, (size_t)d->hidden * sizeof(double));
        return;
    }
    memset(h, 0, (size_t)d->n_h * sizeof(double));
    add_product(d->p, room->h, d->n_h, d->hidden, h);
}

// ---- one step back

// Gradients toward the sums of the gates: from_x in dx_sums, from_h in dh_sums.
static void back_rnn(const struct rnn_direction *d, const double *h, const double *dh,
                     struct rnn_room *room)
{
    for (int64_t i = 0; i < d->hidden; i++) {
        double slope = d->relu ? (isnan(h[i]) ? NAN : h[i] > 0.0) : 1.0 - h[i] * h[i];
        room->dx_sums[i] = room->dh_sums[i] = dh[i] * slope;
    }
}

static void back_gru(const struct rnn_direction *d, const struct rnn_step *step,
                     const double *before, const double *dh, struct rnn_room *room, double *dbefore)
{
    int64_t n = d->hidden;
    for (int64_t i = 0; i < n; i++) {
        double reset = step->gates[i], update = step->gates[n + i], new = step->gates[2 * n + i];
        double dnew = dh[i] * (1.0 - update) * (1.0 - new *new);
        room->dx_sums[i] = room->dh_sums[i] = dnew * step->gates[3 * n + i] * reset * (1.0 - reset);
        room->dx_sums[n + i] = room->dh_sums[n + i] =
            dh[i] * (before[i] - new) * update * (1.0 - update);
        room->dx_sums[2 * n + i] = dnew;
        room->dh_sums[2 * n + i] = dnew * reset;
        dbefore[i] += dh[i] * update;
    }
}

// `dcell` comes in as the gradient of the cell state after the step and leaves as that before.
static void back_lstm(const struct rnn_direction *d, const struct rnn_step *step,
                      const double *cell_before, const double *cell_after, const double *dh,
                      struct rnn_room *room, double *dcell)
{
    int64_t n = d->hidden;
    for (int64_t i = 0; i < n; i++) {
        double in = step->gates[i], forget = step->gates[n + i];
        double new = step->gates[2 * n + i], out = step->gates[3 * n + i];
        double squashed = tanh(cell_after[i]);
        double dc = dcell[i] + dh[i] * out * (1.0 - squashed * squashed);
        room->dx_sums[i] = dc * new *in *(1.0 - in);
        room->dx_sums[n + i] = dc * cell_before[i] * forget * (1.0 - forget);
        room->dx_sums[2 * n + i] = dc * in * (1.0 - new *new);
        room->dx_sums[3 * n + i] = dh[i] * squashed * out * (1.0 - out);
        dcell[i] = dc * forget;
    }
    memcpy(room->dh_sums, room->dx_sums, (size_t)(4 * n) * sizeof(double));
}

void rnn_step_back(const struct rnn_direction *d, const struct rnn_step_values *v,
                   const struct rnn_step *step, const double *dh_after, struct rnn_room *room,
                   double *dx, double *dbefore, double *dcell)
{
    const double *dh = dh_after;
    int64_t n = (int64_t)d->gates * d->hidden;
    if (d->p) {
        memset(room->dh, 0, (size_t)d->hidden * sizeof(double));
        give_product(d->p, step->unprojected, dh_after, d->n_h, d->hidden, room->dh, d->dp);
        dh = room->dh;
    }
    if (d->gates == GATES_RNN)
        back_rnn(d, v->h, dh, room);
    else if (d->gates == GATES_GRU)
        back_gru(d, step, v->before, dh, room, dbefore);
    else
        back_lstm(d, step, v->cell_before, v->cell, dh, room, dcell);
    add_vector(room->dx_sums, n, d->db);
    add_vector(room->dh_sums, n, d->dc);
    give_product(d->w, v->x, room->dx_sums, n, d->n_in, dx, d->dw);
    give_product(d->r, v->before, room->dh_sums, n, d->n_h, dbefore, d->dr);
}

// ---- operands of a call

bool rnn_is_relu(const struct kernel_call *call)
{
    return op_attr_index(call->op, "nonlinearity") >= 0 &&
           !strcmp(kernel_string(call, "nonlinearity", "tanh"), "relu");
}

double *rnn_gradient_room(struct kernel_call *call, int operand, int64_t n)
{
    return kernel_wants(call, operand) ? kernel_zeros(call, n) : NULL;
}

void rnn_weight_rooms(struct kernel_call *call, int first, struct rnn_direction *d)
{
    int64_t n = (int64_t)d->gates * d->hidden;
    d->dw = rnn_gradient_room(call, first, n * d->n_in);
    d->dr = rnn_gradient_room(call, first + 1, n * d->n_h);
    if (d->b) d->db = rnn_gradient_room(call, first + 2, n);
    if (d->c) d->dc = rnn_gradient_room(call, first + 3, n);
}

const double *rnn_arrived(struct kernel_call *call, int result, int64_t n)
{
    const struct tensor *g = &call->grad_out[result];
    return tensor_is_there(g) ? kernel_numbers(call, g, DTYPE_F64) : kernel_zeros(call, n);
}
