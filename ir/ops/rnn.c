// Recurrent layers and their cells. A layer has 1 (rnn), 3 (gru) or 4 (lstm)
// gates; its parameters come as PyTorch orders them: for each layer and
// direction w_ih, w_hh, then b_ih, b_hh if `bias`, then w_hr if `proj_size`.

#include "ir/ops/kernels.h"
#include "ir/ops/rules.h"
#include "ir/saving.h"

#include <string.h>

// ---- layers: input, h0, (c0), parameters...
//
// input is [T, N, input_size], or [N, T, input_size] with batch_first, or
// [T, input_size]. The states are [layers * directions, N, hidden] whatever
// batch_first says; without them they are zeros. The output holds h of the last
// layer at every step, both directions beside each other.

// A kind of layer is known by how many gates it has.
enum gates { GATES_RNN = 1, GATES_GRU = 3, GATES_LSTM = 4 };

struct recurrent {
    enum gates gates;
    bool cell_state; // lstm: c0 in, cn out
    const struct sym *input_size, *hidden_size, *proj_size;
    const struct sym *real_hidden; // what h holds: proj_size, or hidden_size
    const struct sym *states;      // layers times directions
    const struct sym *layers, *directions;
    bool batch_first;
};

static int first_parameter(const struct recurrent *r)
{
    return r->cell_state ? 3 : 2;
}

// hidden_size 0 is refused as PyTorch does, which asks for proj_size < hidden_size even where there
// is no projection.
static const struct attr_least sizes_least[] = {{"hidden_size", 1}, {"num_layers", 1}, {NULL, 0}};

static bool sizes_fit(struct infer *in, const struct recurrent *r)
{
    if (sym_is(r->proj_size, 0)) return true;
    if (!r->cell_state)
        return refuse(in, DIAG_OPTION_RANGE, "proj_size is for lstm, not for %s", in->op->name);
    require_at_least(in, DIAG_OPTION_RANGE, infer_term(r->proj_size, "proj_size"), 0, NULL);
    require_at_most(in, DIAG_OPTION_RANGE, infer_term(r->proj_size, "proj_size"),
                    infer_term(sym_add_const(in->syms, r->hidden_size, -1), "hidden_size - 1"),
                    "proj_size must be smaller than hidden_size");
    return true;
}

static bool read_sizes(struct infer *in, struct recurrent *r)
{
    bool weights = in->n_in > first_parameter(r) && infer_has(in, first_parameter(r));
    r->input_size = infer_int(in, "input_size", 0);
    if (!infer_given(in, "input_size") && weights)
        r->input_size = infer_dim(in, first_parameter(r), 1).size;
    r->hidden_size = infer_int(in, "hidden_size", 0);
    r->proj_size = infer_int(in, "proj_size", 0);
    r->layers = infer_int(in, "num_layers", 1);
    r->directions = sym_const(in->syms, infer_bool(in, "bidirectional", false) ? 2 : 1);
    r->states = sym_mul(in->syms, r->layers, r->directions);
    r->real_hidden = sym_is(r->proj_size, 0) ? r->hidden_size : r->proj_size;
    r->batch_first = infer_bool(in, "batch_first", false);
    rule_float_within(in, "dropout", 0.0, 0.0, 1.0);
    rule_word(in, "nonlinearity", "tanh", "tanh|relu");
    return !refused(in) && sizes_fit(in, r);
}

static int time_axis(const struct infer *in, const struct recurrent *r)
{
    return r->batch_first && !in->unbatched ? 1 : 0;
}

static const struct sym *batch_of(const struct infer *in, const struct recurrent *r)
{
    return infer_dim(in, 0, r->batch_first ? 0 : 1).size;
}

// [states, batch, hidden], without the batch where the input has none.
static struct shape state_shape(const struct infer *in, const struct recurrent *r,
                                const struct sym *hidden)
{
    struct shape state = {.rank = in->unbatched ? 2 : 3, .dim = {r->states}};
    if (!in->unbatched) state.dim[1] = batch_of(in, r);
    state.dim[state.rank - 1] = hidden;
    return state;
}

#define STACK "layers * directions"

// first: what the first axis counts.
static bool state_fits(struct infer *in, int operand, struct shape expected, const char *first)
{
    if (!infer_has(in, operand)) return true;
    if (!require_rank(in, operand, expected.rank, expected.rank)) return false;
    const char *fix =
        arena_printf(in->arena, "give %s the shape %s", rule_operand_name(in, operand),
                     shape_string(in->arena, &expected));
    for (int axis = 0; axis < expected.rank; axis++) {
        const char *name = axis == expected.rank - 1 ? "hidden size" : axis == 0 ? first : "batch";
        require_equal(in, DIAG_STATE_SHAPE, infer_dim(in, operand, axis),
                      infer_term(expected.dim[axis], name), fix);
    }
    return true;
}

// The cell state meets no weight: it may be of any dtype that does not widen h.
static bool cell_state_fits(struct infer *in, const struct recurrent *r)
{
    if (!infer_has(in, 2)) return true;
    if (!state_fits(in, 2, state_shape(in, r, r->hidden_size), STACK)) return false;
    enum dtype input = infer_dtype_of(in, 0);
    return dtype_promote(input, infer_dtype_of(in, 2)) == input || rule_same_dtype(in, 0, 2);
}

enum bias { BIAS_NONE, BIAS_ADDED };

// Without a bias, an empty product is made before any dtype is looked at. The gates of lstm and gru
// mix sigmoids with the state, which integers cannot hold; a layer of rnn multiplies its float
// state with the weights at the second step.
static bool parameter_dtypes(struct infer *in, int first, enum bias bias, enum gates gates,
                             unsigned set)
{
    bool unchecked = rule_is_empty(in, 0) && bias == BIAS_NONE;
    for (int i = first; i < in->n_in && !unchecked; i++) {
        if (!rule_same_dtype(in, 0, i)) return false;
    }
    return (unchecked && gates == GATES_RNN) ||
           rule_dtype(in, 0, gates != GATES_RNN ? DTYPES_FLOAT : set);
}

// A tanh of integers is f32, their relu is not.
static enum dtype recurrent_dtype(const struct infer *in)
{
    enum dtype input = infer_dtype_of(in, 0);
    if (op_attr_index(in->op, "nonlinearity") < 0) return input;
    bool tanh = strcmp(infer_string(in, "nonlinearity", "tanh"), "tanh") == 0;
    return rule_float_dtype(in, 0, tanh ? DTYPE_F32 : input);
}

static void recurrent_results(struct infer *in, const struct recurrent *r)
{
    enum dtype dtype = recurrent_dtype(in);
    struct shape out = *infer_shape(in, 0);
    out.dim[out.rank - 1] = sym_mul(in->syms, r->directions, r->real_hidden);
    struct shape hidden = state_shape(in, r, r->real_hidden);
    struct shape cell = state_shape(in, r, r->hidden_size);
    infer_results(in, r->cell_state ? 3 : 2);
    infer_result(in, 0, dtype, &out);
    infer_result(in, 1, dtype, &hidden);
    if (r->cell_state) infer_result(in, 2, dtype, &cell);
}

static void recurrent(struct infer *in, enum gates gates)
{
    struct recurrent r = {.gates = gates, .cell_state = gates == GATES_LSTM};
    if (!require_rank(in, 0, 2, 3)) return;
    in->unbatched = infer_rank(in, 0) == 2;
    if (!read_sizes(in, &r)) return;
    if (!sym_is(r.input_size, 0) || infer_given(in, "input_size")) {
        require_equal(in, DIAG_MATMUL_INNER, infer_dim(in, 0, -1),
                      infer_term(r.input_size, "input_size"),
                      arena_printf(in->arena, "make input_size %s",
                                   sym_string(in->arena, infer_dim(in, 0, -1).size)));
    }
    require_at_least(in, DIAG_EMPTY_AXIS, infer_dim(in, 0, time_axis(in, &r)), 1,
                     "a sequence needs at least one step");
    if (!state_fits(in, 1, state_shape(in, &r, r.real_hidden), STACK) || !rule_same_dtype(in, 0, 1))
        return;
    if (r.cell_state && !cell_state_fits(in, &r)) return;
    enum bias bias = infer_bool(in, "bias", true) ? BIAS_ADDED : BIAS_NONE;
    if (!parameter_dtypes(in, first_parameter(&r), bias, gates, DTYPES_FLOAT)) return;
    recurrent_results(in, &r);
}

static void rnn_shape(struct infer *in)
{
    recurrent(in, GATES_RNN);
}

static void gru_shape(struct infer *in)
{
    recurrent(in, GATES_GRU);
}

static void lstm_shape(struct infer *in)
{
    recurrent(in, GATES_LSTM);
}

// What one cell computes for each element of its state beside the products: rnn adds its two
// products and takes the tanh or relu. gru adds two pairs, scales the third product by the reset
// gate before it adds it, has three activations, and mixes (1 - z) * n + z * h. lstm adds four
// pairs, has four activations, and c = f * c + i * g, h = o * tanh(c).
static int elementwise_flops(enum gates gates)
{
    return gates == GATES_RNN ? 2 : gates == GATES_GRU ? 2 + 2 + 3 + 4 : 4 + 4 + 3 + 2;
}

// That, and both biases of each gate where there are some.
static int flops_beside_products(enum gates gates, enum bias bias)
{
    return elementwise_flops(gates) + (bias == BIAS_ADDED ? 2 * (int)gates : 0);
}

// For each step, batch element and direction: the gates' products with the layer's input and with
// h, what is computed element by element, and the projection. The layers after the first read the
// output of both directions.
static const struct sym *recurrent_flops(const struct infer *in, enum gates gates, int n_states)
{
    struct syms *syms = in->syms;
    const struct shape *hidden = &in->out[1].type.shape, *last = &in->out[n_states].type.shape;
    const struct sym *h = hidden->dim[hidden->rank - 1], *cell = last->dim[last->rank - 1];
    const struct sym *steps = sym_const(syms, 1);
    for (int i = 0; i + 1 < infer_rank(in, 0); i++)
        steps = sym_mul(syms, steps, infer_dim(in, 0, i).size);
    const struct sym *layers = infer_int(in, "num_layers", 1);
    const struct sym *directions = sym_const(syms, infer_bool(in, "bidirectional", false) ? 2 : 1);
    const struct sym *later =
        sym_mul(syms, sym_add_const(syms, layers, -1), sym_mul(syms, directions, h));
    const struct sym *inputs = sym_add(syms, infer_dim(in, 0, -1).size, later);
    const struct sym *columns = sym_add(syms, inputs, sym_mul(syms, layers, h));
    const struct sym *products = sym_mul(syms, sym_mul_const(syms, cell, gates), columns);
    if (h != cell)
        products = sym_add(syms, products, sym_mul(syms, layers, sym_mul(syms, h, cell)));
    enum bias bias = infer_bool(in, "bias", true) ? BIAS_ADDED : BIAS_NONE;
    const struct sym *others =
        sym_mul_const(syms, sym_mul(syms, layers, cell), flops_beside_products(gates, bias));
    const struct sym *each = sym_add(syms, sym_mul_const(syms, products, 2), others);
    return sym_mul(syms, sym_mul(syms, steps, directions), each);
}

static const struct sym *rnn_flops(const struct infer *in)
{
    return recurrent_flops(in, GATES_RNN, 1);
}

static const struct sym *gru_flops(const struct infer *in)
{
    return recurrent_flops(in, GATES_GRU, 1);
}

static const struct sym *lstm_flops(const struct infer *in)
{
    return recurrent_flops(in, GATES_LSTM, 2);
}

// ---- cells: input, hx, (cx), w_ih, w_hh, b_ih, b_hh
//
// One step. w_ih is [gates * hidden_size, input_size], w_hh is [gates *
// hidden_size, hidden_size]; the sizes are read off them. A state has the
// input's batch axis, or none where the input has none.

static void cell(struct infer *in, enum gates gates, int n_states)
{
    int weight = 1 + n_states;
    if (!require_rank(in, 0, 1, 2)) return;
    if (!require_rank(in, weight, 2, 2) || !require_rank(in, weight + 1, 2, 2)) return;
    rule_word(in, "nonlinearity", "tanh", "tanh|relu");
    if (refused(in)) return;
    in->unbatched = infer_rank(in, 0) == 1;
    const struct sym *hidden = infer_dim(in, weight + 1, 1).size;
    struct shape state = *infer_shape(in, 0);
    state.dim[state.rank - 1] = hidden;
    require_equal(in, DIAG_MATMUL_INNER, infer_dim(in, 0, -1), infer_dim(in, weight, 1),
                  arena_printf(in->arena, "make input_size %s",
                               sym_string(in->arena, infer_dim(in, 0, -1).size)));
    require_equal(in, DIAG_PARAMETER_SIZE, infer_dim(in, weight, 0),
                  infer_term(sym_mul_const(in->syms, hidden, gates), "gates * hidden_size"), NULL);
    if (!state_fits(in, 1, state, "batch") || !rule_same_dtype(in, 0, 1)) return;
    if (n_states > 1 && !state_fits(in, 2, state, "batch")) return;
    bool biased = in->n_in > weight + 2 && infer_has(in, weight + 2);
    enum bias bias = biased ? BIAS_ADDED : BIAS_NONE;
    if (!parameter_dtypes(in, weight, bias, gates, DTYPES_NUMBER)) return;
    // The cell state is not multiplied with weights: it promotes.
    enum dtype dtype = recurrent_dtype(in);
    if (n_states > 1 && infer_has(in, 2)) dtype = dtype_promote(dtype, infer_dtype_of(in, 2));
    infer_results(in, n_states);
    for (int i = 0; i < n_states; i++) infer_result(in, i, dtype, &state);
}

static void rnn_cell_shape(struct infer *in)
{
    cell(in, GATES_RNN, 1);
}

static void gru_cell_shape(struct infer *in)
{
    cell(in, GATES_GRU, 1);
}

static void lstm_cell_shape(struct infer *in)
{
    cell(in, GATES_LSTM, 2);
}

// As one step of one layer; each bias is an operand of its own.
static const struct sym *cell_flops(const struct infer *in, enum gates gates, int weight)
{
    struct syms *syms = in->syms;
    const struct sym *columns =
        sym_add(syms, infer_dim(in, weight, 1).size, infer_dim(in, weight + 1, 1).size);
    const struct sym *rows = infer_dim(in, weight, 0).size;
    const struct sym *flops = sym_mul_const(syms, sym_mul(syms, rows, columns), 2);
    for (int bias = weight + 2; bias < weight + 4; bias++)
        if (infer_has(in, bias)) flops = sym_add(syms, flops, rows);
    if (!in->unbatched) flops = sym_mul(syms, flops, infer_dim(in, 0, 0).size);
    const struct sym *states = rule_out_count(in);
    return sym_add(syms, flops, sym_mul_const(syms, states, elementwise_flops(gates)));
}

static const struct sym *rnn_cell_flops(const struct infer *in)
{
    return cell_flops(in, GATES_RNN, 2);
}

static const struct sym *gru_cell_flops(const struct infer *in)
{
    return cell_flops(in, GATES_GRU, 2);
}

static const struct sym *lstm_cell_flops(const struct infer *in)
{
    return cell_flops(in, GATES_LSTM, 3);
}

// ---- what backward reads
//
// Of every layer, direction and step: the state; the gates after their activation, of gru also the
// product of the state that its reset gate scales; the cell state; h before its projection. The
// states of the last layer are the output.

// Elements of one state of every layer and step, of `width` in each direction.
static const struct sym *all_steps(const struct infer *in, const struct sym *width)
{
    const struct sym *count = width;
    for (int i = 0; i + 1 < infer_rank(in, 0); i++)
        count = sym_mul(in->syms, count, infer_dim(in, 0, i).size);
    return sym_mul_const(in->syms, count, infer_bool(in, "bidirectional", false) ? 2 : 1);
}

static void recurrent_saved(struct saving *s, int gate_width)
{
    const struct infer *in = &s->in;
    struct syms *syms = in->syms;
    enum dtype dtype = saving_dtype(s);
    const struct shape *state = &in->out[1].type.shape, *cell = &in->out[in->n_out - 1].type.shape;
    const struct sym *h = state->dim[state->rank - 1], *hidden = cell->dim[cell->rank - 1];
    const struct sym *layers = infer_int(in, "num_layers", 1), *one = all_steps(in, hidden);
    const struct sym *inner = sym_mul(syms, sym_add_const(syms, layers, -1), all_steps(in, h));
    const struct sym *all = sym_mul(syms, layers, one);
    if (gate_width) saving_add_flat(s, "gates", dtype, all, gate_width);
    if (in->n_out > 2) saving_add_flat(s, "cell states", dtype, all, 1);
    if (h != hidden) saving_add_flat(s, "unprojected states", dtype, all, 1);
    saving_add_flat(s, "inner states", dtype, inner, 1);
    if (in->training && !sym_is(inner, 0) && saving_is_positive(s, "dropout", 0.0))
        saving_add_flat(s, "mask", DTYPE_BOOL, inner, 1);
}

static void rnn_saved(struct saving *s)
{
    recurrent_saved(s, 0);
}

static void gru_saved(struct saving *s)
{
    recurrent_saved(s, GATES_GRU + 1);
}

static void lstm_saved(struct saving *s)
{
    recurrent_saved(s, GATES_LSTM);
}

static void gru_cell_saved(struct saving *s)
{
    saving_add_flat(s, "gates", saving_dtype(s), rule_out_count(&s->in), GATES_GRU + 1);
}

static void lstm_cell_saved(struct saving *s)
{
    saving_add_flat(s, "gates", saving_dtype(s), rule_out_count(&s->in), GATES_LSTM);
}

// ---- the ops

// Operands from `first` on, as far as there are bits: the parameters, which are there all the time.
// Those without a bit are taken to be read.
#define SAVE_PARAMETERS(first) (0xffffu & ~(SAVE_IN(first) - 1u))

// clang-format off
#define RECURRENT_ATTRS                                                             \
    {"input_size", ATTR_INT}, {"hidden_size", ATTR_INT}, {"num_layers", ATTR_INT},  \
    {"bias", ATTR_BOOL}, {"batch_first", ATTR_BOOL}, {"dropout", ATTR_FLOAT},       \
    {"bidirectional", ATTR_BOOL}, {"proj_size", ATTR_INT}
// clang-format on

const struct op op_rnn = {
    .name = "rnn",
    .aten = "aten::rnn_tanh",
    .sig =
        "input[T,N,K] h0[1,N,H]? parameters* input_size=K hidden_size=H -> output[T,N,H] hn[1,N,H]",
    .doc = "Recurrent layers h' = nonlinearity(W x + b + R h + c) over a sequence.",
    .axes = "TNC TC",
    .attrs = {RECURRENT_ATTRS, {"nonlinearity", ATTR_STRING}},
    .saved = {.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_PARAMETERS(2) | SAVE_OUT(0), .more = rnn_saved},
    .least = sizes_least,
    .shape = rnn_shape,
    .flops = rnn_flops,
    .forward = rnn_forward,
    .backward = rnn_backward,
};

const struct op op_gru = {
    .name = "gru",
    .aten = "aten::gru",
    .sig =
        "input[T,N,K] h0[1,N,H]? parameters* input_size=K hidden_size=H -> output[T,N,H] hn[1,N,H]",
    .doc = "Gated recurrent layers over a sequence.",
    .axes = "TNC TC",
    .attrs = {RECURRENT_ATTRS},
    .saved = {.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_PARAMETERS(2) | SAVE_OUT(0), .more = gru_saved},
    .least = sizes_least,
    .shape = gru_shape,
    .flops = gru_flops,
    .forward = gru_forward,
    .backward = gru_backward,
};

const struct op op_lstm = {
    .name = "lstm",
    .aten = "aten::lstm",
    .sig = "input[T,N,K] h0[1,N,H]? c0[1,N,H]? parameters* input_size=K hidden_size=H -> "
           "output[T,N,H] hn[1,N,H] cn[1,N,H]",
    .doc = "Long short-term memory layers over a sequence, with a projection of h if asked for.",
    .axes = "TNC TC",
    .attrs = {RECURRENT_ATTRS},
    .saved = {.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2) | SAVE_PARAMETERS(3) | SAVE_OUT(0),
              .more = lstm_saved},
    .least = sizes_least,
    .shape = lstm_shape,
    .flops = lstm_flops,
    .forward = lstm_forward,
    .backward = lstm_backward,
};

const struct op op_rnn_cell = {
    .name = "rnn_cell",
    .aten = "aten::rnn_tanh_cell",
    .sig = "input[N,K] hx[N,H]? w_ih[H,K] w_hh[H,H] b_ih[H]? b_hh[H]? -> h[N,H]",
    .doc = "One step of rnn.",
    .attrs = {{"nonlinearity", ATTR_STRING}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2) | SAVE_IN(3) | SAVE_OUT(0),
    .shape = rnn_cell_shape,
    .flops = rnn_cell_flops,
    .forward = rnn_cell_forward,
    .backward = rnn_cell_backward,
};

const struct op op_gru_cell = {
    .name = "gru_cell",
    .aten = "aten::gru_cell",
    .sig = "input[N,K] hx[N,H]? w_ih[3*H,K] w_hh[3*H,H] b_ih[3*H]? b_hh[3*H]? -> h[N,H]",
    .doc = "One step of gru.",
    .saved = {.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2) | SAVE_IN(3), .more = gru_cell_saved},
    .shape = gru_cell_shape,
    .flops = gru_cell_flops,
    .forward = gru_cell_forward,
    .backward = gru_cell_backward,
};

const struct op op_lstm_cell = {
    .name = "lstm_cell",
    .aten = "aten::lstm_cell",
    .sig = "input[N,K] hx[N,H]? cx[N,H]? w_ih[4*H,K] w_hh[4*H,H] b_ih[4*H]? b_hh[4*H]? -> "
           "h[N,H] c[N,H]",
    .doc = "One step of lstm.",
    .saved = {.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2) | SAVE_IN(3) | SAVE_IN(4) | SAVE_OUT(1),
              .more = lstm_cell_saved},
    .shape = lstm_cell_shape,
    .flops = lstm_cell_flops,
    .forward = lstm_cell_forward,
    .backward = lstm_cell_backward,
};
