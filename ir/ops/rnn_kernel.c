// Recurrent layers: operands input, h0, (c0), then the parameters of each layer and direction.
//
// All sequences here are seen as [step, batch, features], whatever the order of the axes in memory;
// states of a layer and direction have the number layer * directions + direction.

#include "ir/ops/kernels.h"
#include "ir/ops/products.h"
#include "ir/ops/rnn_step.h"
#include "ir/ops/view_kernel.h"
#include "ir/rows.h"

#include <string.h>

// Sizes and options of all layers.
struct layers {
    enum rnn_gates gates;
    bool lstm, batched, batch_first, bias;
    int64_t steps, batch, n_in, hidden, n_h;
    int n_layers, n_directions, first_parameter, per_direction;
    double dropout;
    enum dtype dtype, computed; // of results; of what is computed
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
    l.dtype = dtype_is_float(x->dtype) || rnn_is_relu(call) ? x->dtype : DTYPE_F32;
    l.computed = rnn_product_dtype(x);
    return l;
}

static int64_t width_of(const struct layers *l) // of a layer's output
{
    return l->n_directions * l->n_h;
}

static struct rnn_direction read_direction(struct kernel_call *call, const struct layers *l,
                                           int layer, int direction)
{
    int at = l->first_parameter + (layer * l->n_directions + direction) * l->per_direction;
    struct rnn_direction d = {.gates = l->gates,
                              .relu = rnn_is_relu(call),
                              .dtype = l->computed,
                              .batch = l->batch,
                              .n_in = layer ? width_of(l) : l->n_in,
                              .hidden = l->hidden,
                              .n_h = l->n_h,
                              .weight = at,
                              .bias = l->bias ? at + 2 : -1,
                              .projection = l->n_h != l->hidden ? at + (l->bias ? 4 : 2) : -1};
    rnn_read_weights(call, &d);
    return d;
}

// ---- sequences

// Input, output or their gradients in the order of steps, without moving numbers.
static struct tensor by_steps(const struct layers *l, const struct tensor *t)
{
    struct tensor shown = *t;
    if (!l->batched) view_add_axis(&shown, 1, 1, 0);
    if (!l->batch_first) return shown;
    shown.dim[0] = t->dim[1];
    shown.dim[1] = t->dim[0];
    shown.stride[0] = t->stride[1];
    shown.stride[1] = t->stride[0];
    return shown;
}

// One of a list of tensors of equal extents: its first axis goes.
static struct tensor entry_of(const struct tensor *list, int64_t index)
{
    struct tensor entry = *list;
    if (!tensor_is_there(list)) return entry;
    view_move(&entry, index * entry.stride[0]);
    view_drop_axis(&entry, 0);
    return entry;
}

static struct tensor sequence_room(struct kernel_call *call, const struct layers *l, int64_t width)
{
    return products_room(call, l->computed, 3, (int64_t[]){l->steps, l->batch, width});
}

// What all steps keep, [layer and direction, step, batch, ..]; dtype NONE: this kind of layer does
// not.
struct kept {
    struct tensor gates, cells, unprojected;
    struct tensor inner; // outputs of all layers but the last, [layer, step, batch, width]
    struct tensor mask;  // of these: 1 where an element stays
    struct tensor last;  // the last layer's output, [step, batch, width]
};

// The part of a direction in what a step of a layer gives.
static struct tensor half_of(const struct layers *l, const struct tensor *output, int direction)
{
    struct tensor half = *output;
    view_slice(&half, output->rank - 1, direction * l->n_h, l->n_h, 1);
    return half;
}

static struct tensor output_of(const struct layers *l, const struct kept *k, int layer)
{
    return layer == l->n_layers - 1 ? k->last : entry_of(&k->inner, layer);
}

// In the order of time, or against it.
static int64_t time_at(const struct layers *l, int direction, int64_t i)
{
    return direction ? l->steps - 1 - i : i;
}

// `to` is what the dropout between two layers leaves of `from`, scaled by 1 / (1 - p).
static void drop_out(const struct layers *l, const struct tensor *mask, const struct tensor *from,
                     const struct tensor *to)
{
    for (int64_t i = 0; i < tensor_count(from); i++) {
        bool stays = tensor_get(mask, i) != 0.0;
        tensor_set(to, i, stays ? tensor_get(from, i) / (1.0 - l->dropout) : 0.0);
    }
}

// The input of a layer, after the dropout of the layer before it.
static struct tensor layer_input(struct kernel_call *call, const struct layers *l,
                                 const struct kept *k, int layer)
{
    if (!layer) {
        struct tensor x = call->in[0];
        x.data = (char *)kernel_numbers(call, &call->in[0], l->computed);
        x.dtype = l->computed;
        tensor_set_contiguous(&x);
        return by_steps(l, &x);
    }
    struct tensor before = entry_of(&k->inner, layer - 1), mask = entry_of(&k->mask, layer - 1);
    if (!tensor_is_there(&mask)) return before;
    struct tensor dropped = sequence_room(call, l, width_of(l));
    drop_out(l, &mask, &before, &dropped);
    return dropped;
}

// ---- forward

// [layer and direction, batch, width] of an operand, as a copy; zeros where it is not given.
static struct tensor initial_states(struct kernel_call *call, const struct layers *l, int operand,
                                    int64_t width)
{
    int64_t n = (int64_t)l->n_layers * l->n_directions;
    struct tensor states = products_room(call, l->computed, 3, (int64_t[]){n, l->batch, width});
    if (!kernel_has(call, operand)) {
        tensor_fill(&states, 0.0);
        return states;
    }
    struct tensor given = call->in[operand];
    if (!l->batched) view_add_axis(&given, 1, 1, 0);
    tensor_copy(&given, &states);
    return states;
}

// Where one step of a direction reads and writes. `i` counts in the order in which forward goes;
// h0 and c0 are what came before the first one.
static struct rnn_step step_at(const struct layers *l, const struct kept *k, int layer,
                               int direction, int64_t i, const struct tensor *h0,
                               const struct tensor *c0)
{
    int64_t state = (int64_t)layer * l->n_directions + direction, t = time_at(l, direction, i);
    int64_t earlier = time_at(l, direction, i - 1);
    struct tensor output = output_of(l, k, layer), gates = entry_of(&k->gates, state);
    struct tensor cells = entry_of(&k->cells, state);
    struct tensor unprojected = entry_of(&k->unprojected, state);
    struct rnn_step step = {.gates = entry_of(&gates, t),
                            .cell = entry_of(&cells, t),
                            .unprojected = entry_of(&unprojected, t)};
    output = half_of(l, &output, direction);
    step.h = entry_of(&output, t);
    step.before = i ? entry_of(&output, earlier) : entry_of(h0, state);
    if (l->lstm) step.cell_before = i ? entry_of(&cells, earlier) : entry_of(c0, state);
    return step;
}

// The states that come out replace those that came in.
static void run_direction(struct kernel_call *call, const struct layers *l, const struct kept *k,
                          const struct tensor *input, int layer, int direction,
                          const struct tensor *states, const struct tensor *cells)
{
    struct rnn_direction d = read_direction(call, l, layer, direction);
    struct rnn_room room = rnn_room_make(call, &d);
    struct tensor from_x, from_h;
    struct rnn_step step = {0};
    int64_t state = (int64_t)layer * l->n_directions + direction;
    rnn_sums_room(call, &d, l->steps, &from_x, &from_h);
    rnn_sums_begin(call, &d, input, &from_x, &from_h);
    for (int64_t i = 0; i < l->steps; i++) {
        int64_t t = time_at(l, direction, i);
        step = step_at(l, k, layer, direction, i, states, cells);
        step.from_x = entry_of(&from_x, t);
        step.from_h = entry_of(&from_h, t);
        rnn_step_run(call, &d, &step, &room);
    }
    if (!l->steps) return;
    struct tensor h = entry_of(states, state), c = entry_of(cells, state);
    tensor_copy(&step.h, &h);
    if (l->lstm) tensor_copy(&step.cell, &c);
}

// Room for numbers that are kept, which is where they are kept if the dtypes agree.
static struct tensor keep_room(struct kernel_call *call, const struct layers *l, int rank,
                               const int64_t *dim)
{
    struct tensor *own = kernel_own(call, l->dtype, rank, dim);
    return own ? kernel_product_result(call, own, l->computed)
               : products_room(call, l->computed, rank, dim);
}

static struct tensor mask_room(struct kernel_call *call, int rank, const int64_t *dim)
{
    struct tensor *own = kernel_own(call, DTYPE_BOOL, rank, dim);
    return own ? *own : products_room(call, DTYPE_BOOL, rank, dim);
}

// In the order in which recall reads it.
static struct kept make_kept(struct kernel_call *call, const struct layers *l)
{
    struct kept k = {0};
    int64_t states = (int64_t)l->n_layers * l->n_directions;
    int64_t dim[4] = {states, l->steps, l->batch, rnn_kept_gates(l->gates) * l->hidden};
    int64_t inner[4] = {l->n_layers - 1, l->steps, l->batch, width_of(l)};
    if (dim[3]) k.gates = keep_room(call, l, 4, dim);
    dim[3] = l->hidden;
    if (l->lstm) k.cells = keep_room(call, l, 4, dim);
    if (l->n_h != l->hidden) k.unprojected = keep_room(call, l, 4, dim);
    k.inner = keep_room(call, l, 4, inner);
    if (l->dropout > 0.0) k.mask = mask_room(call, 4, inner);
    return k;
}

static void store_kept(struct kernel_call *call, const struct kept *k)
{
    const struct tensor *all[] = {&k->gates, &k->cells, &k->unprojected, &k->inner};
    int own = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all && call->keeps; i++)
        if (tensor_is_there(all[i])) kernel_product_store(all[i], &call->own[own++]);
}

static void draw_masks(struct kernel_call *call, const struct layers *l, const struct kept *k)
{
    if (!tensor_is_there(&k->mask)) return;
    for (int64_t i = 0; i < tensor_count(&k->mask); i++)
        tensor_set(&k->mask, i, call->host->random(call) >= l->dropout);
}

static void give_states(struct kernel_call *call, const struct layers *l, int index,
                        const struct tensor *states)
{
    int64_t dim[3] = {states->dim[0], l->batch, states->dim[2]};
    if (!l->batched) dim[1] = dim[2];
    struct tensor *result = kernel_result(call, index, l->dtype, l->batched ? 3 : 2, dim);
    struct tensor shown = *result;
    if (!l->batched) view_add_axis(&shown, 1, 1, 0);
    tensor_copy(states, &shown);
}

static struct tensor *make_output(struct kernel_call *call, const struct layers *l)
{
    const struct tensor *x = &call->in[0];
    int64_t dim[MAX_RANK];
    memcpy(dim, x->dim, sizeof dim);
    dim[x->rank - 1] = width_of(l);
    return kernel_result(call, 0, l->dtype, x->rank, dim);
}

static void run_layers(struct kernel_call *call, enum rnn_gates gates)
{
    struct layers l = read_layers(call, gates);
    kernel_results(call, l.lstm ? 3 : 2);
    struct kept k = make_kept(call, &l);
    struct tensor *out = make_output(call, &l);
    struct tensor computed = kernel_product_result(call, out, l.computed), cells = {0};
    struct tensor states = initial_states(call, &l, 1, l.n_h);
    if (l.lstm) cells = initial_states(call, &l, 2, l.hidden);
    k.last = by_steps(&l, &computed);
    draw_masks(call, &l, &k);
    for (int layer = 0; layer < l.n_layers; layer++) {
        struct tensor input = layer_input(call, &l, &k, layer);
        for (int direction = 0; direction < l.n_directions; direction++)
            run_direction(call, &l, &k, &input, layer, direction, &states, &cells);
    }
    kernel_product_store(&computed, out);
    give_states(call, &l, 1, &states);
    if (l.lstm) give_states(call, &l, 2, &cells);
    store_kept(call, &k);
}

// ---- backward

static struct kept recall(struct kernel_call *call, const struct layers *l)
{
    struct kept k = {0};
    struct tensor out = call->out[0];
    struct tensor *all[] = {rnn_kept_gates(l->gates) ? &k.gates : NULL, l->lstm ? &k.cells : NULL,
                            l->n_h != l->hidden ? &k.unprojected : NULL, &k.inner};
    int own = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]) *all[i] = products_operand(call, &call->own[own++], l->computed);
    if (l->dropout > 0.0) k.mask = call->own[own];
    out = products_operand(call, &out, l->computed);
    k.last = by_steps(l, &out);
    return k;
}

// Gradients on their way: of a layer's output and input; of the states.
struct flow {
    struct tensor output, input;
    struct tensor h0, c0;          // the states before the first step; zeros where none were given
    struct tensor dstates, dcells; // of what comes after the last step, then of h0 and c0
};

// h before each step, in the order of time.
static struct tensor states_before(struct kernel_call *call, const struct layers *l,
                                   const struct kept *k, int layer, int direction,
                                   const struct flow *flow)
{
    struct tensor all = sequence_room(call, l, l->n_h);
    for (int64_t i = 0; i < l->steps; i++) {
        struct rnn_step step = step_at(l, k, layer, direction, i, &flow->h0, &flow->c0);
        struct tensor to = entry_of(&all, time_at(l, direction, i));
        tensor_copy(&step.before, &to);
    }
    return all;
}

// Against the order in which forward went; gradients of h and c go from step to step in `flow`.
static void back_steps(struct kernel_call *call, const struct layers *l, const struct kept *k,
                       const struct rnn_direction *d, int layer, int direction,
                       const struct flow *flow, const struct tensor *from_x,
                       const struct tensor *from_h, const struct tensor *dp)
{
    struct rnn_room room = rnn_room_make(call, d);
    int64_t state = (int64_t)layer * l->n_directions + direction, size[2] = {l->batch, l->n_h};
    struct tensor dh = products_room(call, l->computed, 2, size);
    struct tensor dstate = entry_of(&flow->dstates, state), dcell = entry_of(&flow->dcells, state);
    struct tensor doutput = half_of(l, &flow->output, direction);
    for (int64_t i = l->steps - 1; i >= 0; i--) {
        int64_t t = time_at(l, direction, i);
        struct rnn_step step = step_at(l, k, layer, direction, i, &flow->h0, &flow->c0);
        struct tensor arriving = entry_of(&doutput, t);
        step.from_x = entry_of(from_x, t);
        step.from_h = entry_of(from_h, t);
        tensor_copy(&arriving, &dh);
        tensor_add(&dstate, &dh);
        rnn_step_back(call, d, &step, &room, &dh, &dstate, &dcell, dp);
    }
}

static void back_direction(struct kernel_call *call, const struct layers *l, const struct kept *k,
                           const struct tensor *input, int layer, int direction,
                           const struct flow *flow)
{
    struct rnn_direction d = read_direction(call, l, layer, direction);
    struct tensor from_x, from_h, dp = {0}, *gradient = NULL;
    rnn_sums_room(call, &d, l->steps, &from_x, &from_h);
    if (d.projection >= 0 && kernel_wants(call, d.projection)) {
        gradient = kernel_gradient(call, d.projection);
        dp = kernel_product_result(call, gradient, l->computed);
        tensor_fill(&dp, 0.0);
    }
    back_steps(call, l, k, &d, layer, direction, flow, &from_x, &from_h, &dp);
    if (gradient) kernel_product_store(&dp, gradient);
    struct tensor before = states_before(call, l, k, layer, direction, flow);
    rnn_sums_back(call, &d, input, &before, &from_x, &from_h, &flow->input);
}

// What arrives at the last layer's output.
static struct tensor arriving_output(struct kernel_call *call, const struct layers *l)
{
    if (!tensor_is_there(&call->grad_out[0])) {
        struct tensor zeros = sequence_room(call, l, width_of(l));
        tensor_fill(&zeros, 0.0);
        return zeros;
    }
    struct tensor g = products_operand(call, &call->grad_out[0], l->computed);
    return by_steps(l, &g);
}

// The gradients of hn or cn, as a copy that the backward pass changes.
static struct tensor arriving_states(struct kernel_call *call, const struct layers *l, int result,
                                     int64_t width)
{
    int64_t n = (int64_t)l->n_layers * l->n_directions;
    struct tensor states = products_room(call, l->computed, 3, (int64_t[]){n, l->batch, width});
    struct tensor g = call->grad_out[result];
    tensor_fill(&states, 0.0);
    if (!tensor_is_there(&g)) return states;
    if (!l->batched) view_add_axis(&g, 1, 1, 0);
    tensor_copy(&g, &states);
    return states;
}

static void give(struct kernel_call *call, const struct layers *l, int operand,
                 const struct tensor *states)
{
    if (!kernel_wants(call, operand)) return;
    struct tensor shown = *kernel_gradient(call, operand);
    if (!l->batched) view_add_axis(&shown, 1, 1, 0);
    tensor_copy(states, &shown);
}

static void give_input(struct kernel_call *call, const struct layers *l, const struct tensor *input)
{
    if (!kernel_wants(call, 0)) return;
    struct tensor shown = by_steps(l, kernel_gradient(call, 0));
    tensor_copy(input, &shown);
}

static void back_layer(struct kernel_call *call, const struct layers *l, const struct kept *k,
                       int layer, struct flow *flow)
{
    struct tensor input = layer_input(call, l, k, layer);
    flow->input = (struct tensor){0};
    if (layer || kernel_wants(call, 0)) {
        flow->input = sequence_room(call, l, layer ? width_of(l) : l->n_in);
        tensor_fill(&flow->input, 0.0);
    }
    for (int direction = 0; direction < l->n_directions; direction++)
        back_direction(call, l, k, &input, layer, direction, flow);
    if (!layer) return;
    struct tensor mask = entry_of(&k->mask, layer - 1);
    if (tensor_is_there(&mask)) drop_out(l, &mask, &flow->input, &flow->input);
    flow->output = flow->input;
}

static void give_layers(struct kernel_call *call, enum rnn_gates gates)
{
    struct layers l = read_layers(call, gates);
    struct kept k = recall(call, &l);
    struct flow flow = {.output = arriving_output(call, &l)};
    flow.dstates = arriving_states(call, &l, 1, l.n_h);
    flow.h0 = initial_states(call, &l, 1, l.n_h);
    if (l.lstm) flow.dcells = arriving_states(call, &l, 2, l.hidden);
    if (l.lstm) flow.c0 = initial_states(call, &l, 2, l.hidden);
    for (int layer = l.n_layers - 1; layer >= 0; layer--) back_layer(call, &l, &k, layer, &flow);
    give_input(call, &l, &flow.input);
    give(call, &l, 1, &flow.dstates);
    if (l.lstm) give(call, &l, 2, &flow.dcells);
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
