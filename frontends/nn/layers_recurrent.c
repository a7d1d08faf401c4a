#include "frontends/nn/table.h"

// Embeddings and recurrent layers.

static void embedding_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *sizes[] = {args_int(&a, "num_embeddings", 0),
                                 args_int(&a, "embedding_dim", 0)};
    int64_t rows, padding = args_const(&a, "padding_idx", 0);
    if (sym_is_const(sizes[0], &rows) && args_given(&a, "padding_idx") &&
        (padding >= rows || padding < -rows)) {
        layer_refuse(r, m, DIAG_OPTION_RANGE, "padding_idx is %lld, outside a table of %lld rows",
                     (long long)padding, (long long)rows);
    }
    layer_parameter(r, m, "weight", 2, sizes);
}

const struct nn_layer layer_embedding = {.kind = "Embedding",
                                         .op = "embedding",
                                         .parameters = "weight",
                                         .n_in = 1,
                                         .make = embedding_make};
const struct nn_layer layer_embedding_bag = {.kind = "EmbeddingBag",
                                             .op = "embedding_bag",
                                             .parameters = "weight",
                                             .n_in = 1,
                                             .n_optional_in = 1,
                                             .make = embedding_make};

// ---- recurrent layers

struct recurrent {
    const struct sym *input, *hidden, *projected; // projected: 0 without a projection
    int64_t layers, directions;
    bool bias;
};

static bool recurrent_fits(struct nn_recording *r, struct module *m, const struct recurrent *c)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    double dropout = args_float(&a, "dropout", 0);
    int64_t projected = args_const(&a, "proj_size", 0);
    if (dropout < 0 || dropout > 1) {
        return layer_refuse(r, m, DIAG_OPTION_RANGE, "dropout is %g; it lies between 0 and 1",
                            dropout);
    }
    if (projected && !m->layer->may_project) {
        return layer_refuse(r, m, DIAG_NN_ARGUMENT, "only an LSTM has a proj_size");
    }
    if (sym_upper(r->syms, c->hidden) < 1) {
        return layer_refuse(r, m, DIAG_OPTION_RANGE, "hidden_size is %s; it is at least 1",
                            sym_string(r->arena, c->hidden));
    }
    if (projected < 0 || sym_upper(r->syms, c->hidden) <= projected) {
        return layer_refuse(r, m, DIAG_OPTION_RANGE,
                            "proj_size is %lld; it lies below hidden_size, %s",
                            (long long)projected, sym_string(r->arena, c->hidden));
    }
    if (c->layers < 1) {
        return layer_refuse(r, m, DIAG_OPTION_RANGE, "num_layers is %lld", (long long)c->layers);
    }
    return layer_check_count(r, m, "num_layers", c->layers);
}

// Of `copies` layers from this one on, which are all alike: one tensor of each kind has the rows of
// all of them.
static void recurrent_parameters(struct nn_recording *r, struct module *m,
                                 const struct recurrent *c, int64_t layer, const struct sym *copies,
                                 const char *suffix)
{
    bool projects = !sym_is(c->projected, 0);
    const char *on = sym_is(copies, 1) ? "" : " and on";
    const struct sym *rows =
        sym_mul(r->syms, copies, sym_mul_const(r->syms, c->hidden, m->layer->n_gates));
    const struct sym *state = projects ? c->projected : c->hidden;
    const struct sym *below = layer ? sym_mul_const(r->syms, state, c->directions) : c->input;
    const struct sym *ih[] = {rows, below}, *hh[] = {rows, state};
    const struct sym *hr[] = {sym_mul(r->syms, copies, state), c->hidden};
#define NAME(part) arena_printf(r->arena, part "_l%lld%s%s", (long long)layer, suffix, on)
    layer_parameter(r, m, NAME("weight_ih"), 2, ih);
    layer_parameter(r, m, NAME("weight_hh"), 2, hh);
    if (c->bias) layer_parameter(r, m, NAME("bias_ih"), 1, ih);
    if (c->bias) layer_parameter(r, m, NAME("bias_hh"), 1, hh);
    if (projects) layer_parameter(r, m, NAME("weight_hr"), 2, hr);
#undef NAME
}

static void recurrent_layers(struct nn_recording *r, struct module *m, const struct recurrent *c,
                             int64_t layer, const struct sym *copies)
{
    recurrent_parameters(r, m, c, layer, copies, "");
    if (c->directions == 2) recurrent_parameters(r, m, c, layer, copies, "_reverse");
}

static void recurrent_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    struct recurrent c = {.input = args_int(&a, "input_size", 0),
                          .hidden = args_int(&a, "hidden_size", 0),
                          .projected = args_int(&a, "proj_size", 0),
                          .layers = args_const(&a, "num_layers", 1),
                          .directions = args_bool(&a, "bidirectional", false) ? 2 : 1,
                          .bias = args_bool(&a, "bias", true)};
    if (!recurrent_fits(r, m, &c)) return;
    const struct sym *count = args_int(&a, "num_layers", 1), *one = sym_const(r->syms, 1);
    for (int64_t layer = 0; layer < c.layers && !m->poison; layer++)
        recurrent_layers(r, m, &c, layer, one);
    // Of a count that is not known args_const gives 1: the first layer, which reads the input.
    if (!m->poison && !sym_is_const(count, NULL))
        recurrent_layers(r, m, &c, 1, sym_add_const(r->syms, count, -1));
}

#define RECURRENT(name, class, states, gates, projects)                                            \
    const struct nn_layer layer_##name = {.kind = class,                                           \
                                          .op = #name,                                             \
                                          .n_in = 1,                                               \
                                          .n_optional_in = states,                                 \
                                          .n_gates = gates,                                        \
                                          .may_project = projects,                                 \
                                          .make = recurrent_make}
RECURRENT(rnn, "RNN", 1, 1, false);
RECURRENT(gru, "GRU", 1, 3, false);
RECURRENT(lstm, "LSTM", 2, 4, true);

// ---- cells

static void cell_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *hidden = args_int(&a, "hidden_size", 0);
    const struct sym *rows = sym_mul_const(r->syms, hidden, m->layer->n_gates);
    const struct sym *ih[] = {rows, args_int(&a, "input_size", 0)}, *hh[] = {rows, hidden};
    bool bias = args_bool(&a, "bias", true);
    layer_parameter(r, m, "weight_ih", 2, ih);
    layer_parameter(r, m, "weight_hh", 2, hh);
    if (bias) layer_parameter(r, m, "bias_ih", 1, ih);
    if (bias) layer_parameter(r, m, "bias_hh", 1, hh);
}

#define CELL(name, class, states, gates)                                                           \
    const struct nn_layer layer_##name = {                                                         \
        .kind = class,                                                                             \
        .op = #name,                                                                               \
        .parameters = "w_ih:weight_ih w_hh:weight_hh b_ih:bias_ih b_hh:bias_hh",                   \
        .n_in = 1,                                                                                 \
        .n_optional_in = states,                                                                   \
        .n_gates = gates,                                                                          \
        .make = cell_make}
CELL(rnn_cell, "RNNCell", 1, 1);
CELL(gru_cell, "GRUCell", 1, 3);
CELL(lstm_cell, "LSTMCell", 2, 4);
