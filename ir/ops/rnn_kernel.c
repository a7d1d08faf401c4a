// Recurrent layers and cells, step by step in f64.
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

#include "ir/ops/kernels.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

enum gates { GATES_RNN = 1, GATES_GRU = 3, GATES_LSTM = 4 };

// One layer in one direction: sizes, weights, and sums of their gradients (NULL: not wanted).
struct direction {
    enum gates gates;
    bool relu;
    int64_t n_in, hidden, n_h;       // n_h: what h holds, after the projection
    const double *w, *r, *b, *c, *p; // NULL: not given
    double *dw, *dr, *db, *dc, *dp;
};

// What one step of one element of the batch keeps.
struct step {
    double *gates;       // gates x hidden, of gru and r2 behind them
    double *cell;        // lstm
    double *unprojected; // where there is a projection
};

static int kept_gates(enum gates gates)
{
    return gates == GATES_RNN ? 0 : gates == GATES_GRU ? 4 : 4;
}

static double sigmoid_of(double x)
{
    return 1.0 / (1.0 + exp(-x));
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

static void run_rnn(const struct direction *d, const double *sums, double *h)
{
    for (int64_t i = 0; i < d->hidden; i++) h[i] = d->relu ? fmax(sums[i], 0.0) : tanh(sums[i]);
}

// `from_x` and `from_h` are kept apart, since the reset gate scales only the latter.
static void run_gru(const struct direction *d, const double *from_x, const double *from_h,
                    const double *before, struct step *step, double *h)
{
    int64_t n = d->hidden;
    for (int64_t i = 0; i < n; i++) {
        double reset = sigmoid_of(from_x[i] + from_h[i]);
        double update = sigmoid_of(from_x[n + i] + from_h[n + i]);
        double new = tanh(from_x[2 * n + i] + reset * from_h[2 * n + i]);
        h[i] = (1.0 - update) * new + update *before[i];
        step->gates[i] = reset;
        step->gates[n + i] = update;
        step->gates[2 * n + i] = new;
        step->gates[3 * n + i] = from_h[2 * n + i];
    }
}

static void run_lstm(const struct direction *d, const double *sums, const double *cell,
                     struct step *step, double *new_cell, double *h)
{
    int64_t n = d->hidden;
    for (int64_t i = 0; i < n; i++) {
        double in = sigmoid_of(sums[i]), forget = sigmoid_of(sums[n + i]);
        double new = tanh(sums[2 * n + i]), out = sigmoid_of(sums[3 * n + i]);
        new_cell[i] = forget * cell[i] + in * new;
        h[i] = out * tanh(new_cell[i]);
        step->gates[i] = in;
        step->gates[n + i] = forget;
        step->gates[2 * n + i] = new;
        step->gates[3 * n + i] = out;
    }
    if (step->cell) memcpy(step->cell, new_cell, (size_t)n * sizeof *new_cell);
}

// Room for what a step computes and nobody keeps.
struct room {
    double *from_x, *from_h, *h;
    double *dx_sums, *dh_sums, *dh;
};

static struct room make_room(struct kernel_call *call, const struct direction *d)
{
    int64_t n = (int64_t)d->gates * d->hidden;
    struct room room = {.from_x = kernel_doubles(call, n), .from_h = kernel_doubles(call, n)};
    room.h = kernel_doubles(call, d->hidden);
    room.dx_sums = kernel_doubles(call, n);
    room.dh_sums = kernel_doubles(call, n);
    room.dh = kernel_doubles(call, d->hidden);
    return room;
}

static void load_sums(const struct direction *d, const double *x, const double *before,
                      struct room *room)
{
    int64_t n = (int64_t)d->gates * d->hidden;
    memset(room->from_x, 0, (size_t)n * sizeof(double));
    memset(room->from_h, 0, (size_t)n * sizeof(double));
    add_vector(d->b, n, room->from_x);
    add_vector(d->c, n, room->from_h);
    add_product(d->w, x, n, d->n_in, room->from_x);
    add_product(d->r, before, n, d->n_h, room->from_h);
}

// h (and, of lstm, the cell state) after x, from those before; they may be the same memory.
static void run_step(const struct direction *d, const double *x, const double *before, double *cell,
                     struct step *step, struct room *room, double *h)
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
static void back_rnn(const struct direction *d, const double *h, const double *dh,
                     struct room *room)
{
    for (int64_t i = 0; i < d->hidden; i++) {
        double slope = d->relu ? (isnan(h[i]) ? NAN : h[i] > 0.0) : 1.0 - h[i] * h[i];
        room->dx_sums[i] = room->dh_sums[i] = dh[i] * slope;
    }
}

static void back_gru(const struct direction *d, const struct step *step, const double *before,
                     const double *dh, struct room *room, double *dbefore)
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
static void back_lstm(const struct direction *d, const struct step *step, const double *cell_before,
                      const double *cell_after, const double *dh, struct room *room, double *dcell)
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

// What one step read and gave.
struct step_values {
    const double *x, *before, *cell_before, *h, *cell;
};

// `dh` is the gradient of h after the step; those of x and of the states before are added to
// (dx: NULL, not wanted).
static void back_step(const struct direction *d, const struct step_values *v,
                      const struct step *step, const double *dh_after, struct room *room,
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

// ---- cells: input, hx, (cx), w_ih, w_hh, b_ih, b_hh

struct cell {
    struct direction d;
    bool batched, lstm;
    int64_t batch;
    int weight; // operand w_ih
    const double *x, *before, *cell_before;
};

static const double *numbers(struct kernel_call *call, int operand)
{
    return kernel_has(call, operand) ? kernel_numbers(call, &call->in[operand], DTYPE_F64) : NULL;
}

static double *zeros(struct kernel_call *call, int64_t n)
{
    double *all = kernel_doubles(call, n ? n : 1);
    for (int64_t i = 0; i < n; i++) all[i] = 0.0;
    return all;
}

static enum gates gates_of(const struct kernel_call *call)
{
    return !strncmp(call->op->name, "lstm", 4)  ? GATES_LSTM
           : !strncmp(call->op->name, "gru", 3) ? GATES_GRU
                                                : GATES_RNN;
}

static bool is_relu(const struct kernel_call *call)
{
    return op_attr_index(call->op, "nonlinearity") >= 0 &&
           !strcmp(kernel_string(call, "nonlinearity", "tanh"), "relu");
}

static struct cell read_cell(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    struct cell c = {.batched = x->rank == 2};
    c.d.gates = gates_of(call);
    c.d.relu = is_relu(call);
    c.lstm = c.d.gates == GATES_LSTM;
    c.weight = c.lstm ? 3 : 2;
    c.batch = c.batched ? x->dim[0] : 1;
    c.d.n_in = x->dim[x->rank - 1];
    c.d.hidden = c.d.n_h = call->in[c.weight + 1].dim[1];
    c.d.w = numbers(call, c.weight);
    c.d.r = numbers(call, c.weight + 1);
    c.d.b = numbers(call, c.weight + 2);
    c.d.c = numbers(call, c.weight + 3);
    c.x = numbers(call, 0);
    c.before = numbers(call, 1);
    if (!c.before) c.before = zeros(call, c.batch * c.d.hidden);
    if (!c.lstm) return c;
    c.cell_before = numbers(call, 2);
    if (!c.cell_before) c.cell_before = zeros(call, c.batch * c.d.hidden);
    return c;
}

static enum dtype cell_dtype(const struct kernel_call *call, const struct cell *c)
{
    enum dtype dtype = call->in[0].dtype;
    if (!dtype_is_float(dtype) && !c->d.relu) dtype = DTYPE_F32;
    if (c->lstm && kernel_has(call, 2)) dtype = dtype_promote(dtype, call->in[2].dtype);
    return dtype;
}

// The gates lie [batch, kept gates, hidden].
void cell_forward(struct kernel_call *call)
{
    struct cell c = read_cell(call);
    struct room room = make_room(call, &c.d);
    int64_t hidden = c.d.hidden, dim[2] = {c.batch, hidden}, kept = kept_gates(c.d.gates) * hidden;
    int rank = c.batched ? 2 : 1;
    const int64_t *size = c.batched ? dim : dim + 1;
    int64_t n_kept = c.batch * kept;
    kernel_results(call, c.lstm ? 2 : 1);
    struct tensor *out = kernel_result(call, 0, cell_dtype(call, &c), rank, size);
    struct tensor *cell_out =
        c.lstm ? kernel_result(call, 1, cell_dtype(call, &c), rank, size) : NULL;
    struct tensor *own = kept ? kernel_own(call, out->dtype, 1, &n_kept) : NULL;
    double *h = kernel_doubles(call, hidden), *cell = kernel_doubles(call, hidden);
    double *gates = kernel_doubles(call, kept ? kept : 1);
    for (int64_t b = 0; b < c.batch; b++) {
        struct step step = {.gates = gates};
        if (c.lstm) memcpy(cell, c.cell_before + b * hidden, (size_t)hidden * sizeof(double));
        run_step(&c.d, c.x + b * c.d.n_in, c.before + b * hidden, cell, &step, &room, h);
        row_store(out, b * hidden, 1, hidden, h);
        if (cell_out) row_store(cell_out, b * hidden, 1, hidden, cell);
        if (own) row_store(own, b * kept, 1, kept, gates);
    }
}

static double *gradient_room(struct kernel_call *call, int operand, int64_t n)
{
    return kernel_wants(call, operand) ? zeros(call, n) : NULL;
}

static void store_gradient(struct kernel_call *call, int operand, const double *sums)
{
    if (!kernel_wants(call, operand)) return;
    struct tensor *gradient = kernel_gradient(call, operand);
    row_store(gradient, 0, 1, tensor_count(gradient), sums);
}

static void weight_rooms(struct kernel_call *call, int first, struct direction *d)
{
    int64_t n = (int64_t)d->gates * d->hidden;
    d->dw = gradient_room(call, first, n * d->n_in);
    d->dr = gradient_room(call, first + 1, n * d->n_h);
    if (d->b) d->db = gradient_room(call, first + 2, n);
    if (d->c) d->dc = gradient_room(call, first + 3, n);
}

static const double *arrived(struct kernel_call *call, int result, int64_t n)
{
    const struct tensor *g = &call->grad_out[result];
    return tensor_is_there(g) ? kernel_numbers(call, g, DTYPE_F64) : zeros(call, n);
}

void cell_backward(struct kernel_call *call)
{
    struct cell c = read_cell(call);
    struct room room = make_room(call, &c.d);
    int64_t hidden = c.d.hidden, kept = kept_gates(c.d.gates) * hidden, all = c.batch * hidden;
    weight_rooms(call, c.weight, &c.d);
    double *dx = zeros(call, c.batch * c.d.n_in), *dbefore = zeros(call, all);
    double *dcell = zeros(call, all), *gates = kernel_doubles(call, kept ? kept : 1);
    const double *dh = arrived(call, 0, all);
    const double *h = kept ? NULL : kernel_numbers(call, &call->out[0], DTYPE_F64);
    const double *cell = c.lstm ? kernel_numbers(call, &call->out[1], DTYPE_F64) : NULL;
    if (c.lstm) memcpy(dcell, arrived(call, 1, all), (size_t)all * sizeof(double));
    for (int64_t b = 0; b < c.batch; b++) {
        struct step step = {.gates = gates};
        if (kept) row_load(&call->own[0], b * kept, 1, kept, gates);
        struct step_values v = {c.x + b * c.d.n_in, c.before + b * hidden,
                                c.lstm ? c.cell_before + b * hidden : NULL,
                                h ? h + b * hidden : NULL, cell ? cell + b * hidden : NULL};
        back_step(&c.d, &v, &step, dh + b * hidden, &room, dx + b * c.d.n_in, dbefore + b * hidden,
                  dcell + b * hidden);
    }
    store_gradient(call, 0, dx);
    store_gradient(call, 1, dbefore);
    if (c.lstm) store_gradient(call, 2, dcell);
    store_gradient(call, c.weight, c.d.dw);
    store_gradient(call, c.weight + 1, c.d.dr);
    if (c.d.b) store_gradient(call, c.weight + 2, c.d.db);
    if (c.d.c) store_gradient(call, c.weight + 3, c.d.dc);
}

// ---- layers: input, h0, (c0), parameters...

// Steps are numbered t * batch + n; states of a layer and direction, layer * directions +
// direction.
struct layers {
    enum gates gates;
    bool lstm, batched, batch_first, bias;
    int64_t steps, batch, n_in, hidden, n_h;
    int n_layers, n_directions, first_parameter, per_direction;
    double dropout;
    enum dtype dtype;
};

static struct layers read_layers(const struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    struct layers l = {.gates = gates_of(call), .batched = x->rank == 3};
    int64_t proj = kernel_int(call, "proj_size", 0);
    l.lstm = l.gates == GATES_LSTM;
    l.batch_first = l.batched && kernel_bool(call, "batch_first", false);
    l.steps = x->dim[l.batch_first ? 1 : 0];
    l.batch = l.batched ? x->dim[l.batch_first ? 0 : 1] : 1;
    l.n_in = x->dim[x->rank - 1];
    l.hidden = kernel_int(call, "hidden_size", 0);
    l.n_h = proj ? proj : l.hidden;
    l.n_layers = (int)kernel_int(call, "num_layers", 1);
    l.n_directions = kernel_bool(call, "bidirectional", false) ? 2 : 1;
    l.first_parameter = l.lstm ? 3 : 2;
    l.bias = kernel_bool(call, "bias", true);
    l.per_direction = 2 + (l.bias ? 2 : 0) + (proj ? 1 : 0);
    l.dropout = call->training ? kernel_float(call, "dropout", 0.0) : 0.0;
    bool relu = is_relu(call);
    l.dtype = dtype_is_float(x->dtype) || relu ? x->dtype : DTYPE_F32;
    return l;
}

// Where step (t, n) lies in the input or output, in rows.
static int64_t row_of(const struct layers *l, int64_t t, int64_t n)
{
    if (!l->batched) return t;
    return l->batch_first ? n * l->steps + t : t * l->batch + n;
}

static int64_t width_of(const struct layers *l) // of a layer's output
{
    return l->n_directions * l->n_h;
}

static int first_weight(const struct layers *l, int layer, int direction)
{
    return l->first_parameter + (layer * l->n_directions + direction) * l->per_direction;
}

static struct direction read_direction(struct kernel_call *call, const struct layers *l, int layer,
                                       int direction)
{
    int at = first_weight(l, layer, direction);
    struct direction d = {.gates = l->gates, .relu = is_relu(call), .hidden = l->hidden};
    d.n_in = layer ? width_of(l) : l->n_in;
    d.n_h = l->n_h;
    d.w = numbers(call, at);
    d.r = numbers(call, at + 1);
    if (l->bias) d.b = numbers(call, at + 2);
    if (l->bias) d.c = numbers(call, at + 3);
    if (l->n_h != l->hidden) d.p = numbers(call, at + (l->bias ? 4 : 2));
    return d;
}

// What is kept of all steps, as f64: [layer, direction, step] of each.
struct kept_steps {
    double *gates, *cells, *unprojected;
    double *outputs; // of each layer, [layer, step, width]
    double *mask;    // of the outputs of all layers but the last
};

static int64_t all_steps(const struct layers *l)
{
    return (int64_t)l->n_layers * l->n_directions * l->steps * l->batch;
}

static int64_t inner_count(const struct layers *l)
{
    return (int64_t)(l->n_layers - 1) * l->steps * l->batch * width_of(l);
}

static struct kept_steps keep_room(struct kernel_call *call, const struct layers *l)
{
    struct kept_steps k = {
        .outputs = kernel_doubles(call, inner_count(l) + l->steps * l->batch * width_of(l))};
    k.gates = kernel_doubles(call, all_steps(l) * l->hidden * 4);
    if (l->lstm) k.cells = kernel_doubles(call, all_steps(l) * l->hidden);
    if (l->n_h != l->hidden) k.unprojected = kernel_doubles(call, all_steps(l) * l->hidden);
    if (l->dropout > 0.0) k.mask = kernel_doubles(call, inner_count(l) ? inner_count(l) : 1);
    return k;
}

static int64_t step_index(const struct layers *l, int layer, int direction, int64_t t, int64_t n)
{
    int64_t states = (int64_t)layer * l->n_directions + direction;
    return states * l->steps * l->batch + t * l->batch + n;
}

static struct step step_at(const struct layers *l, const struct kept_steps *k, int64_t index)
{
    struct step step = {.gates = k->gates + index * l->hidden * 4};
    if (k->cells) step.cell = k->cells + index * l->hidden;
    if (k->unprojected) step.unprojected = k->unprojected + index * l->hidden;
    return step;
}

static double *output_at(const struct layers *l, const struct kept_steps *k, int layer,
                         int direction, int64_t t, int64_t n)
{
    int64_t row = ((int64_t)layer * l->steps + t) * l->batch + n;
    return k->outputs + row * width_of(l) + direction * l->n_h;
}

// The input of a layer, [step, width], after the dropout of the layer before it.
static double *layer_input(struct kernel_call *call, const struct layers *l,
                           const struct kept_steps *k, int layer)
{
    int64_t n_rows = l->steps * l->batch, width = layer ? width_of(l) : l->n_in;
    double *rows = kernel_doubles(call, n_rows * width);
    if (layer) {
        int64_t before = (layer - 1) * n_rows * width;
        for (int64_t i = 0; i < n_rows * width; i++) {
            double kept = k->mask ? k->mask[before + i] / (1.0 - l->dropout) : 1.0;
            rows[i] = k->mask && k->mask[before + i] == 0.0 ? 0.0 : k->outputs[before + i] * kept;
        }
        return rows;
    }
    const double *x = numbers(call, 0);
    for (int64_t t = 0; t < l->steps; t++)
        for (int64_t n = 0; n < l->batch; n++)
            memcpy(rows + (t * l->batch + n) * width, x + row_of(l, t, n) * width,
                   (size_t)width * sizeof(double));
    return rows;
}

// In the order of time, or against it.
static int64_t time_at(const struct layers *l, int direction, int64_t i)
{
    return direction ? l->steps - 1 - i : i;
}

static void draw_masks(struct kernel_call *call, const struct layers *l, struct kept_steps *k)
{
    for (int64_t i = 0; k->mask && i < inner_count(l); i++)
        k->mask[i] = call->host->random(call) >= l->dropout;
}

// Runs one layer in one direction; `states` and `cells` hold what came before and then what comes
// out, [batch, n_h] and [batch, hidden].
static void run_direction(struct kernel_call *call, const struct layers *l,
                          const struct kept_steps *k, const double *input, int layer, int direction,
                          double *states, double *cells)
{
    struct direction d = read_direction(call, l, layer, direction);
    struct room room = make_room(call, &d);
    double *h = kernel_doubles(call, l->n_h);
    for (int64_t i = 0; i < l->steps; i++) {
        int64_t t = time_at(l, direction, i);
        for (int64_t n = 0; n < l->batch; n++) {
            struct step step = step_at(l, k, step_index(l, layer, direction, t, n));
            double *state = states + n * l->n_h;
            run_step(&d, input + (t * l->batch + n) * d.n_in, state,
                     cells ? cells + n * l->hidden : NULL, &step, &room, h);
            memcpy(state, h, (size_t)l->n_h * sizeof(double));
            memcpy(output_at(l, k, layer, direction, t, n), h, (size_t)l->n_h * sizeof(double));
        }
    }
}

static double *initial_states(struct kernel_call *call, const struct layers *l, int operand,
                              int64_t width)
{
    int64_t n = (int64_t)l->n_layers * l->n_directions * l->batch * width;
    double *states = zeros(call, n);
    const double *given = numbers(call, operand);
    if (given) memcpy(states, given, (size_t)n * sizeof(double));
    return states;
}

static void keep_all(struct kernel_call *call, const struct layers *l, const struct kept_steps *k)
{
    int64_t all = all_steps(l) * l->hidden, n_gates = all * 4, inner = inner_count(l);
    struct tensor *own;
    if (l->gates != GATES_RNN && (own = kernel_own(call, l->dtype, 1, &n_gates)))
        row_store(own, 0, 1, n_gates, k->gates);
    if (k->cells && (own = kernel_own(call, l->dtype, 1, &all)))
        row_store(own, 0, 1, all, k->cells);
    if (k->unprojected && (own = kernel_own(call, l->dtype, 1, &all)))
        row_store(own, 0, 1, all, k->unprojected);
    if ((own = kernel_own(call, l->dtype, 1, &inner))) row_store(own, 0, 1, inner, k->outputs);
    if (k->mask && (own = kernel_own(call, DTYPE_BOOL, 1, &inner)))
        row_store(own, 0, 1, inner, k->mask);
}

static struct tensor *state_result(struct kernel_call *call, const struct layers *l, int index,
                                   int64_t width)
{
    int64_t dim[3] = {(int64_t)l->n_layers * l->n_directions, l->batch, width};
    if (l->batched) return kernel_result(call, index, l->dtype, 3, dim);
    dim[1] = width;
    return kernel_result(call, index, l->dtype, 2, dim);
}

static void write_output(struct kernel_call *call, const struct layers *l,
                         const struct kept_steps *k)
{
    const struct tensor *x = &call->in[0];
    int64_t dim[MAX_RANK], width = width_of(l);
    for (int axis = 0; axis < x->rank; axis++) dim[axis] = x->dim[axis];
    dim[x->rank - 1] = width;
    struct tensor *out = kernel_result(call, 0, l->dtype, x->rank, dim);
    for (int64_t t = 0; t < l->steps; t++)
        for (int64_t n = 0; n < l->batch; n++)
            row_store(out, row_of(l, t, n) * width, 1, width,
                      output_at(l, k, l->n_layers - 1, 0, t, n));
}

void recurrent_forward(struct kernel_call *call)
{
    struct layers l = read_layers(call);
    struct kept_steps k = keep_room(call, &l);
    double *states = initial_states(call, &l, 1, l.n_h);
    double *cells = l.lstm ? initial_states(call, &l, 2, l.hidden) : NULL;
    draw_masks(call, &l, &k);
    for (int layer = 0; layer < l.n_layers; layer++) {
        double *input = layer_input(call, &l, &k, layer);
        for (int direction = 0; direction < l.n_directions; direction++) {
            int64_t at = ((int64_t)layer * l.n_directions + direction) * l.batch;
            run_direction(call, &l, &k, input, layer, direction, states + at * l.n_h,
                          cells ? cells + at * l.hidden : NULL);
        }
    }
    kernel_results(call, l.lstm ? 3 : 2);
    write_output(call, &l, &k);
    struct tensor *h = state_result(call, &l, 1, l.n_h);
    row_store(h, 0, 1, tensor_count(h), states);
    if (l.lstm) {
        struct tensor *c = state_result(call, &l, 2, l.hidden);
        row_store(c, 0, 1, tensor_count(c), cells);
    }
    keep_all(call, &l, &k);
}

// ---- layers, backward

static struct kept_steps recall(struct kernel_call *call, const struct layers *l)
{
    struct kept_steps k = keep_room(call, l);
    int64_t all = all_steps(l) * l->hidden, inner = inner_count(l), width = width_of(l);
    const double *out = kernel_numbers(call, &call->out[0], DTYPE_F64);
    int own = 0;
    if (l->gates != GATES_RNN) row_load(&call->own[own++], 0, 1, all * 4, k.gates);
    if (k.cells) row_load(&call->own[own++], 0, 1, all, k.cells);
    if (k.unprojected) row_load(&call->own[own++], 0, 1, all, k.unprojected);
    row_load(&call->own[own++], 0, 1, inner, k.outputs);
    if (k.mask) row_load(&call->own[own++], 0, 1, inner, k.mask);
    for (int64_t t = 0; t < l->steps; t++)
        for (int64_t n = 0; n < l->batch; n++)
            memcpy(output_at(l, &k, l->n_layers - 1, 0, t, n), out + row_of(l, t, n) * width,
                   (size_t)width * sizeof(double));
    return k;
}

// Gradients on their way: of a layer's output and input, [step, width]; of the states.
struct flow {
    double *output, *input;
    const double *h0, *c0;    // the states before the first step; zeros where none were given
    double *dstates, *dcells; // [layer, direction, batch, ...]: of the last step, then of h0 and c0
};

static void back_direction(struct kernel_call *call, const struct layers *l,
                           const struct kept_steps *k, struct direction *d, const double *input,
                           int layer, int direction, struct flow *flow)
{
    struct room room = make_room(call, d);
    int64_t at = ((int64_t)layer * l->n_directions + direction) * l->batch;
    double *dh = kernel_doubles(call, l->n_h);
    for (int64_t i = l->steps - 1; i >= 0; i--) {
        int64_t t = time_at(l, direction, i), earlier = time_at(l, direction, i - 1);
        for (int64_t n = 0; n < l->batch; n++) {
            int64_t row = t * l->batch + n, state = at + n;
            double *dstate = flow->dstates + state * l->n_h;
            double *dcell = flow->dcells ? flow->dcells + state * l->hidden : NULL;
            struct step step = step_at(l, k, step_index(l, layer, direction, t, n));
            struct step_values v = {.x = input + row * d->n_in,
                                    .h = output_at(l, k, layer, direction, t, n),
                                    .cell = step.cell};
            v.before =
                i ? output_at(l, k, layer, direction, earlier, n) : flow->h0 + state * l->n_h;
            if (l->lstm)
                v.cell_before = i ? step_at(l, k, step_index(l, layer, direction, earlier, n)).cell
                                  : flow->c0 + state * l->hidden;
            const double *arriving = flow->output + row * width_of(l) + direction * l->n_h;
            for (int64_t j = 0; j < l->n_h; j++) dh[j] = dstate[j] + arriving[j];
            memset(dstate, 0, (size_t)l->n_h * sizeof(double));
            back_step(d, &v, &step, dh, &room, flow->input + row * d->n_in, dstate, dcell);
        }
    }
}

static void give_weights(struct kernel_call *call, const struct layers *l, int layer, int direction,
                         const struct direction *d)
{
    int at = first_weight(l, layer, direction);
    store_gradient(call, at, d->dw);
    store_gradient(call, at + 1, d->dr);
    if (d->b) store_gradient(call, at + 2, d->db);
    if (d->c) store_gradient(call, at + 3, d->dc);
    if (d->p) store_gradient(call, at + (l->bias ? 4 : 2), d->dp);
}

static void back_layer(struct kernel_call *call, const struct layers *l, const struct kept_steps *k,
                       int layer, struct flow *flow)
{
    double *input = layer_input(call, l, k, layer);
    for (int direction = 0; direction < l->n_directions; direction++) {
        struct direction d = read_direction(call, l, layer, direction);
        int at = first_weight(l, layer, direction);
        weight_rooms(call, at, &d);
        if (d.p) d.dp = gradient_room(call, at + (l->bias ? 4 : 2), l->n_h * l->hidden);
        back_direction(call, l, k, &d, input, layer, direction, flow);
        give_weights(call, l, layer, direction, &d);
    }
}

// What arrives at the last layer's output, in the order of steps.
static double *arriving_output(struct kernel_call *call, const struct layers *l)
{
    int64_t width = width_of(l), n_rows = l->steps * l->batch;
    double *rows = zeros(call, n_rows * width);
    if (!tensor_is_there(&call->grad_out[0])) return rows;
    const double *g = kernel_numbers(call, &call->grad_out[0], DTYPE_F64);
    for (int64_t t = 0; t < l->steps; t++)
        for (int64_t n = 0; n < l->batch; n++)
            memcpy(rows + (t * l->batch + n) * width, g + row_of(l, t, n) * width,
                   (size_t)width * sizeof(double));
    return rows;
}

// Through the dropout between two layers.
static double *before_dropout(const struct layers *l, const struct kept_steps *k, int layer,
                              double *gradient)
{
    int64_t n = l->steps * l->batch * width_of(l), before = (layer - 1) * n;
    for (int64_t i = 0; k->mask && i < n; i++)
        gradient[i] *= k->mask[before + i] / (1.0 - l->dropout);
    return gradient;
}

static void give_input(struct kernel_call *call, const struct layers *l, const double *rows)
{
    if (!kernel_wants(call, 0)) return;
    struct tensor *dx = kernel_gradient(call, 0);
    for (int64_t t = 0; t < l->steps; t++)
        for (int64_t n = 0; n < l->batch; n++)
            row_store(dx, row_of(l, t, n) * l->n_in, 1, l->n_in,
                      rows + (t * l->batch + n) * l->n_in);
}

static double *arriving_states(struct kernel_call *call, const struct layers *l, int result,
                               int64_t width)
{
    int64_t n = (int64_t)l->n_layers * l->n_directions * l->batch * width;
    double *states = kernel_doubles(call, n);
    memcpy(states, arrived(call, result, n), (size_t)n * sizeof(double));
    return states;
}

void recurrent_backward(struct kernel_call *call)
{
    struct layers l = read_layers(call);
    struct kept_steps k = recall(call, &l);
    struct flow flow = {.output = arriving_output(call, &l)};
    flow.dstates = arriving_states(call, &l, 1, l.n_h);
    flow.h0 = initial_states(call, &l, 1, l.n_h);
    if (l.lstm) flow.dcells = arriving_states(call, &l, 2, l.hidden);
    if (l.lstm) flow.c0 = initial_states(call, &l, 2, l.hidden);
    for (int layer = l.n_layers - 1; layer >= 0; layer--) {
        flow.input = zeros(call, l.steps * l.batch * (layer ? width_of(&l) : l.n_in));
        back_layer(call, &l, &k, layer, &flow);
        if (layer) flow.output = before_dropout(&l, &k, layer, flow.input);
    }
    give_input(call, &l, flow.input);
    store_gradient(call, 1, flow.dstates);
    if (l.lstm) store_gradient(call, 2, flow.dcells);
}
