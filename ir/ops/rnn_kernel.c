// Recurrent layers: operands input, h0, (c0), then the parameters of each layer and direction.
//
// Steps are numbered t * batch + n; states of a layer and direction, layer * directions +
// direction.

#include "ir/ops/kernels.h"
#include "ir/ops/rnn_step.h"
#include "ir/rows.h"

#include <string.h>

// Sizes and options of all layers.
struct layers {
    enum rnn_gates gates;
    bool lstm, batched, batch_first, bias;
    int64_t steps, batch, n_in, hidden, n_h;
    int n_layers, n_directions, first_parameter, per_direction;
    double dropout;
    enum dtype dtype;
};

static struct layers read_layers(const struct kernel_call *call, enum rnn_gates gates)
{
    const struct tensor *x = &call->in[0];
    struct layers l = {.gates = gates, .batched = x->rank == 3};
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
    bool relu = rnn_is_relu(call);
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

// The operand that W of a layer and direction is; R, b, c and P follow it.
static int first_weight(const struct layers *l, int layer, int direction)
{
    return l->first_parameter + (layer * l->n_directions + direction) * l->per_direction;
}

static struct rnn_direction read_direction(struct kernel_call *call, const struct layers *l,
                                           int layer, int direction)
{
    int at = first_weight(l, layer, direction);
    struct rnn_direction d = {.gates = l->gates, .relu = rnn_is_relu(call), .hidden = l->hidden};
    d.n_in = layer ? width_of(l) : l->n_in;
    d.n_h = l->n_h;
    d.w = kernel_operand(call, at);
    d.r = kernel_operand(call, at + 1);
    if (l->bias) d.b = kernel_operand(call, at + 2);
    if (l->bias) d.c = kernel_operand(call, at + 3);
    if (l->n_h != l->hidden) d.p = kernel_operand(call, at + (l->bias ? 4 : 2));
    return d;
}

// What is kept of all steps, as f64: [layer, direction, step] of each.
struct kept_steps {
    double *gates, *cells, *unprojected;
    double *outputs; // of each layer, [layer, step, width]
    double *mask;    // of the outputs of all layers but the last
};

// Of all layers and directions.
static int64_t all_steps(const struct layers *l)
{
    return (int64_t)l->n_layers * l->n_directions * l->steps * l->batch;
}

// Numbers in the outputs of all layers but the last, whose output is a result.
static int64_t inner_count(const struct layers *l)
{
    return (int64_t)(l->n_layers - 1) * l->steps * l->batch * width_of(l);
}

// Where a pass puts what is kept; recall fills it from what forward left.
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

static struct rnn_step step_at(const struct layers *l, const struct kept_steps *k, int64_t index)
{
    struct rnn_step step = {.gates = k->gates + index * l->hidden * 4};
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
    const double *x = kernel_operand(call, 0);
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

// 1 where an element stays. Inputs are scaled when they are read, by 1 / (1 - p).
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
    struct rnn_direction d = read_direction(call, l, layer, direction);
    struct rnn_room room = rnn_room_make(call, &d);
    double *h = kernel_doubles(call, l->n_h);
    for (int64_t i = 0; i < l->steps; i++) {
        int64_t t = time_at(l, direction, i);
        for (int64_t n = 0; n < l->batch; n++) {
            struct rnn_step step = step_at(l, k, step_index(l, layer, direction, t, n));
            double *state = states + n * l->n_h;
            rnn_step_run(&d, input + (t * l->batch + n) * d.n_in, state,
                         cells ? cells + n * l->hidden : NULL, &step, &room, h);
            memcpy(state, h, (size_t)l->n_h * sizeof(double));
            memcpy(output_at(l, k, layer, direction, t, n), h, (size_t)l->n_h * sizeof(double));
        }
    }
}

// [layer, direction, batch, width] of an operand; zeros where it is not given.
static double *initial_states(struct kernel_call *call, const struct layers *l, int operand,
                              int64_t width)
{
    int64_t n = (int64_t)l->n_layers * l->n_directions * l->batch * width;
    double *states = kernel_zeros(call, n);
    const double *given = kernel_operand(call, operand);
    if (given) memcpy(states, given, (size_t)n * sizeof(double));
    return states;
}

// In the order in which recall reads it.
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

static void run_layers(struct kernel_call *call, enum rnn_gates gates)
{
    struct layers l = read_layers(call, gates);
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

// Against the order in which forward went; gradients of h and c go from step to step in `flow`.
static void back_direction(struct kernel_call *call, const struct layers *l,
                           const struct kept_steps *k, struct rnn_direction *d, const double *input,
                           int layer, int direction, struct flow *flow)
{
    struct rnn_room room = rnn_room_make(call, d);
    int64_t at = ((int64_t)layer * l->n_directions + direction) * l->batch;
    double *dh = kernel_doubles(call, l->n_h);
    for (int64_t i = l->steps - 1; i >= 0; i--) {
        int64_t t = time_at(l, direction, i), earlier = time_at(l, direction, i - 1);
        for (int64_t n = 0; n < l->batch; n++) {
            int64_t row = t * l->batch + n, state = at + n;
            double *dstate = flow->dstates + state * l->n_h;
            double *dcell = flow->dcells ? flow->dcells + state * l->hidden : NULL;
            struct rnn_step step = step_at(l, k, step_index(l, layer, direction, t, n));
            struct rnn_step_values v = {.x = input + row * d->n_in,
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
            rnn_step_back(d, &v, &step, dh, &room, flow->input + row * d->n_in, dstate, dcell);
        }
    }
}

static void give_weights(struct kernel_call *call, const struct layers *l, int layer, int direction,
                         const struct rnn_direction *d)
{
    int at = first_weight(l, layer, direction);
    kernel_give_gradient(call, at, d->dw);
    kernel_give_gradient(call, at + 1, d->dr);
    if (d->b) kernel_give_gradient(call, at + 2, d->db);
    if (d->c) kernel_give_gradient(call, at + 3, d->dc);
    if (d->p) kernel_give_gradient(call, at + (l->bias ? 4 : 2), d->dp);
}

static void back_layer(struct kernel_call *call, const struct layers *l, const struct kept_steps *k,
                       int layer, struct flow *flow)
{
    double *input = layer_input(call, l, k, layer);
    for (int direction = 0; direction < l->n_directions; direction++) {
        struct rnn_direction d = read_direction(call, l, layer, direction);
        int at = first_weight(l, layer, direction);
        rnn_weight_rooms(call, at, &d);
        if (d.p) d.dp = rnn_gradient_room(call, at + (l->bias ? 4 : 2), l->n_h * l->hidden);
        back_direction(call, l, k, &d, input, layer, direction, flow);
        give_weights(call, l, layer, direction, &d);
    }
}

// What arrives at the last layer's output, in the order of steps.
static double *arriving_output(struct kernel_call *call, const struct layers *l)
{
    int64_t width = width_of(l), n_rows = l->steps * l->batch;
    double *rows = kernel_zeros(call, n_rows * width);
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

// The gradients of hn or cn, as a copy that the backward pass changes.
static double *arriving_states(struct kernel_call *call, const struct layers *l, int result,
                               int64_t width)
{
    int64_t n = (int64_t)l->n_layers * l->n_directions * l->batch * width;
    double *states = kernel_doubles(call, n);
    memcpy(states, rnn_arrived(call, result, n), (size_t)n * sizeof(double));
    return states;
}

static void give_layers(struct kernel_call *call, enum rnn_gates gates)
{
    struct layers l = read_layers(call, gates);
    struct kept_steps k = recall(call, &l);
    struct flow flow = {.output = arriving_output(call, &l)};
    flow.dstates = arriving_states(call, &l, 1, l.n_h);
    flow.h0 = initial_states(call, &l, 1, l.n_h);
    if (l.lstm) flow.dcells = arriving_states(call, &l, 2, l.hidden);
    if (l.lstm) flow.c0 = initial_states(call, &l, 2, l.hidden);
    for (int layer = l.n_layers - 1; layer >= 0; layer--) {
        flow.input = kernel_zeros(call, l.steps * l.batch * (layer ? width_of(&l) : l.n_in));
        back_layer(call, &l, &k, layer, &flow);
        if (layer) flow.output = before_dropout(&l, &k, layer, flow.input);
    }
    give_input(call, &l, flow.input);
    kernel_give_gradient(call, 1, flow.dstates);
    if (l.lstm) kernel_give_gradient(call, 2, flow.dcells);
}

void rnn_forward(struct kernel_call *call)
{
    run_layers(call, GATES_RNN);
}

void rnn_backward(struct kernel_call *call)
{
    give_layers(call, GATES_RNN);
}

void gru_forward(struct kernel_call *call)
{
    run_layers(call, GATES_GRU);
}

void gru_backward(struct kernel_call *call)
{
    give_layers(call, GATES_GRU);
}

void lstm_forward(struct kernel_call *call)
{
    run_layers(call, GATES_LSTM);
}

void lstm_backward(struct kernel_call *call)
{
    give_layers(call, GATES_LSTM);
}
