// Functions that make a layer from a configuration, as generated headers call them. Nothing in a
// configuration is looked at before the model is compiled, but for its sizes.

#include "frontends/dialects/nnom_dialect.h"

#include <string.h>

static struct cvalue configured(const struct dialect_call *c, struct cvalue layer)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    nnom_put(d, &layer, NNOM_RECORD_LAYER, "config", c->arguments[0]);
    nnom_made_of(d, &layer)->config = c->arguments[0];
    return nnom_result(c, layer);
}

// An element of an array that is a field, sign-extended and then cut to the 16 bits of a shape.
static const struct sym *element_of(const struct dialect_call *c, enum nnom_record record,
                                    const char *field, int index)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    int64_t offset, number;
    const struct cfield *array = nnom_field(d, record, field, &offset);
    const struct ctype *type = array ? array->type->element : NULL;
    if (!type) return sym_unknown(d->syms, "a field that this nnom.h has not");
    struct cvalue value = eval_load(d->eval, &c->arguments[0], offset + index * type->size, type);
    if (cvalue_as_int(&value, &number)) return sym_const(d->syms, number & UINT16_MAX);
    return cvalue_as_sym(d->eval, &value);
}

// Of configurations with one axis only the first element counts, and goes to the width.
enum axes { ONE_AXIS, TWO_AXES };

static void put_pair(const struct dialect_call *c, const struct cvalue *layer,
                     enum nnom_record record, const char *to, enum nnom_record config,
                     const char *from, enum axes axes)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    const struct sym *first = element_of(c, config, from, 0);
    const struct sym *one = sym_const(d->syms, 1);
    const struct sym *second = axes == TWO_AXES ? element_of(c, config, from, 1) : first;
    const char *h = arena_printf(d->arena, "%s.h", to), *w = arena_printf(d->arena, "%s.w", to);
    nnom_put_size(d, layer, record, h, axes == TWO_AXES ? first : one);
    nnom_put_size(d, layer, record, w, second);
    nnom_put_size(d, layer, record, arena_printf(d->arena, "%s.c", to), one);
}

static struct cvalue config_field(const struct dialect_call *c, enum nnom_record record,
                                  const char *field)
{
    return nnom_get(dialect_nnom_of(c), &c->arguments[0], record, field);
}

// ---- inputs and outputs

// Of fewer than three dimensions the outer ones are 1.
static struct cvalue rule_io(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue tensor = config_field(c, NNOM_RECORD_IO_CONFIG, "tensor");
    struct cvalue buffer = nnom_get(d, &tensor, NNOM_RECORD_TENSOR, "p_data");
    int64_t rank = nnom_rank(d, &tensor);
    if (rank != 1 && rank != 2) rank = 3;
    const struct sym *dims[3];
    for (int i = 0; i < 3; i++)
        dims[i] = i < 3 - rank ? sym_const(d->syms, 1) : nnom_dim(d, &tensor, i - (3 - (int)rank));
    enum nnom_type type = c->function->name[0] == 'i' ? NNOM_INPUT : NNOM_OUTPUT;
    struct cvalue layer = nnom_io_new(c, type, dims, &buffer);
    nnom_made_of(d, &layer)->config = c->arguments[0];
    // Only an output keeps its configuration.
    if (type == NNOM_OUTPUT) nnom_put(d, &layer, NNOM_RECORD_LAYER, "config", c->arguments[0]);
    return nnom_result(c, layer);
}

// ---- convolutions, dense layers

struct named {
    enum nnom_type type;
    const char *build;
};

static void put_weights(const struct dialect_call *c, const struct cvalue *layer,
                        enum nnom_record record, enum nnom_record config)
{
    static const struct {
        const char *to, *from;
    } fields[] = {{"weight", "weight"},
                  {"bias", "bias"},
                  {"output_rshift", "output_shift"},
                  {"bias_lshift", "bias_shift"}};
    struct dialect_nnom *d = dialect_nnom_of(c);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        nnom_put(d, layer, record, fields[i].to, config_field(c, config, fields[i].from));
}

static struct cvalue rule_conv(const struct dialect_call *c)
{
    static const char *const fields[][2] = {
        {"kernel", "kernel_size"}, {"stride", "stride_size"}, {"dilation", "dilation_size"}};
    const struct named *conv = c->rule->data;
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue layer = nnom_conv_new(c, conv->type, conv->build);
    struct cvalue weight = config_field(c, NNOM_RECORD_CONV_CONFIG, "weight");
    // Weights of three dimensions are those of a convolution over one axis.
    enum axes axes = nnom_rank(d, &weight) == 3 ? ONE_AXIS : TWO_AXES;
    for (int i = 0; i < 3; i++)
        put_pair(c, &layer, NNOM_RECORD_CONV_LAYER, fields[i][0], NNOM_RECORD_CONV_CONFIG,
                 fields[i][1], axes);
    nnom_put(d, &layer, NNOM_RECORD_CONV_LAYER, "filter_mult",
             config_field(c, NNOM_RECORD_CONV_CONFIG, "filter_size"));
    nnom_put(d, &layer, NNOM_RECORD_CONV_LAYER, "padding_type",
             config_field(c, NNOM_RECORD_CONV_CONFIG, "padding_type"));
    put_weights(c, &layer, NNOM_RECORD_CONV_LAYER, NNOM_RECORD_CONV_CONFIG);
    return configured(c, layer);
}

// The units are the last dimension of the weights.
static struct cvalue rule_dense(const struct dialect_call *c)
{
    static const struct nnom_form form = {NNOM_RECORD_DENSE_LAYER, NNOM_DENSE, WORK, OWN_BLOCK,
                                          "dense_build"};
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue layer = nnom_layer_new(c, &form);
    struct cvalue weight = config_field(c, NNOM_RECORD_DENSE_CONFIG, "weight");
    int last = (int)nnom_rank(d, &weight) - 1;
    nnom_put_size(d, &layer, NNOM_RECORD_DENSE_LAYER, "output_unit",
                  nnom_dim(d, &weight, last < 0 ? 0 : last));
    put_weights(c, &layer, NNOM_RECORD_DENSE_LAYER, NNOM_RECORD_DENSE_CONFIG);
    return configured(c, layer);
}

// ---- pools

static struct cvalue rule_pool(const struct dialect_call *c)
{
    const struct named *pool = c->rule->data;
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue layer = nnom_pool_new(c, pool->type, pool->build);
    int64_t n_axes = nnom_get_int(d, &c->arguments[0], NNOM_RECORD_POOL_CONFIG, "num_dim", 2);
    enum axes axes = n_axes == 1 ? ONE_AXIS : TWO_AXES;
    put_pair(c, &layer, NNOM_RECORD_POOL_LAYER, "kernel", NNOM_RECORD_POOL_CONFIG, "kernel_size",
             axes);
    put_pair(c, &layer, NNOM_RECORD_POOL_LAYER, "stride", NNOM_RECORD_POOL_CONFIG, "stride_size",
             axes);
    nnom_put(d, &layer, NNOM_RECORD_POOL_LAYER, "padding_type",
             config_field(c, NNOM_RECORD_POOL_CONFIG, "padding_type"));
    return configured(c, layer);
}

static struct cvalue rule_global_pool(const struct dialect_call *c)
{
    const struct named *pool = c->rule->data;
    return configured(c, nnom_pool_new(c, pool->type, pool->build));
}

// ---- layers with at most one field of their own

struct copied {
    struct nnom_form form;
    enum nnom_record config;
    const char *to, *from; // NULL: no field
};

static struct cvalue rule_copied(const struct dialect_call *c)
{
    const struct copied *kind = c->rule->data;
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct nnom_form form = kind->form;
    if (form.type == NNOM_FLATTEN && d->channels_first) form.place = OWN_BLOCK;
    struct cvalue layer = nnom_layer_new(c, &form);
    if (kind->to)
        nnom_put(d, &layer, form.record, kind->to, config_field(c, kind->config, kind->from));
    return configured(c, layer);
}

static struct cvalue rule_upsample(const struct dialect_call *c)
{
    static const struct nnom_form form = {NNOM_RECORD_UPSAMPLE_LAYER, NNOM_UPSAMPLE, NO_WORK,
                                          OWN_BLOCK, "upsample_build"};
    struct cvalue layer = nnom_layer_new(c, &form);
    put_pair(c, &layer, NNOM_RECORD_UPSAMPLE_LAYER, "kernel", NNOM_RECORD_UPSAMPLE_CONFIG, "kernel",
             TWO_AXES);
    return configured(c, layer);
}

static struct cvalue rule_reshape(const struct dialect_call *c)
{
    static const struct nnom_form form = {NNOM_RECORD_RESHAPE_LAYER, NNOM_RESHAPE, NO_WORK,
                                          IN_PLACE, "reshape_build"};
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue layer = nnom_layer_new(c, &form);
    nnom_put(d, &layer, NNOM_RECORD_RESHAPE_LAYER, "dim",
             config_field(c, NNOM_RECORD_RESHAPE_CONFIG, "dim"));
    nnom_put(d, &layer, NNOM_RECORD_RESHAPE_LAYER, "num_dim",
             config_field(c, NNOM_RECORD_RESHAPE_CONFIG, "num_dim"));
    return configured(c, layer);
}

// No header declares it, so a program that calls it as it is takes the pointer for an int, which
// keeps its lower half only.
static void check_declared(const struct dialect_call *c, struct nnom_made *made)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    if (!dialect_is_undeclared(c->function)) return;
    if (d->pointer_bytes <= 4) return;
    struct diag *diag = nnom_tell(
        d, made, DIAG_NNOM_LAMBDA, NULL,
        "lambda_s: no header of NNoM declares it, so the compiler takes its result for an "
        "int and cuts the pointer to 32 of its %d bits",
        d->pointer_bytes * 8);
    if (diag)
        diag_fix(d->diags, diag,
                 "declare it before: nnom_layer_t *lambda_s(const nnom_lambda_config_t *config);");
    made->wrong = false; // its shape is right
}

static struct cvalue rule_lambda(const struct dialect_call *c)
{
    static const struct nnom_form form = {NNOM_RECORD_IO_LAYER, NNOM_LAMBDA, NO_WORK, OWN_BLOCK,
                                          "default_build"};
    static const char *const fields[][2] = {
        {"run", "run_func_name"}, {"build", "build_func_name"}, {"free", "free_func_name"}};
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue layer = nnom_layer_new(c, &form);
    for (int i = 0; i < 3; i++) {
        struct cvalue function = config_field(c, NNOM_RECORD_LAMBDA_CONFIG, fields[i][1]);
        if (!eval_is_null(d->eval, &function))
            nnom_put(d, &layer, NNOM_RECORD_LAYER, fields[i][0], function);
    }
    nnom_put(d, &layer, NNOM_RECORD_LAMBDA_LAYER, "parameters",
             config_field(c, NNOM_RECORD_LAMBDA_CONFIG, "parameters"));
    check_declared(c, nnom_made_of(d, &layer));
    return configured(c, layer);
}

// ---- recurrent layers

struct cell {
    enum nnom_record record, config;
    int type; // as the library's enumeration counts
    const char *build;
};

static struct cvalue rule_cell(const struct dialect_call *c)
{
    static const char *const fields[] = {"weights", "recurrent_weights", "bias"};
    const struct cell *kind = c->rule->data;
    struct dialect_nnom *d = dialect_nnom_of(c);
    const struct ctype *pointer = unit_pointer_to(eval_unit(d->eval), d->record[NNOM_RECORD_CELL]);
    struct cvalue cell =
        nnom_take(d, NNOM_KIND_CELLS, sym_const(d->syms, nnom_record_bytes(d, kind->record)),
                  pointer, "cell");
    int64_t offset;
    const struct cfield *build = nnom_field(d, NNOM_RECORD_CELL, "build", &offset);
    if (build) nnom_put(d, &cell, NNOM_RECORD_CELL, "build", nnom_code(d, build, kind->build));
    nnom_put_int(d, &cell, NNOM_RECORD_CELL, "type", kind->type);
    nnom_put(d, &cell, NNOM_RECORD_CELL, "config", c->arguments[0]);
    nnom_put(d, &cell, NNOM_RECORD_CELL, "units", config_field(c, kind->config, "units"));
    for (int i = 0; i < 3; i++)
        nnom_put(d, &cell, kind->record, fields[i], config_field(c, kind->config, fields[i]));
    return nnom_result(c, cell);
}

static struct cvalue rule_rnn(const struct dialect_call *c)
{
    static const struct nnom_form form = {NNOM_RECORD_RNN_LAYER, NNOM_RNN, WORK, OWN_BLOCK,
                                          "rnn_build"};
    static const char *const fields[] = {"return_sequence", "stateful", "go_backwards"};
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue layer = nnom_layer_new(c, &form);
    struct nnom_made *made = nnom_made_of(d, &layer);
    for (int i = 0; i < 3; i++)
        nnom_put(d, &layer, NNOM_RECORD_RNN_LAYER, fields[i],
                 nnom_get(d, &c->arguments[1], NNOM_RECORD_RNN_CONFIG, fields[i]));
    nnom_put(d, &layer, NNOM_RECORD_RNN_LAYER, "cell", c->arguments[0]);
    nnom_put(d, &c->arguments[0], NNOM_RECORD_CELL, "layer", layer);
    nnom_put(d, &layer, NNOM_RECORD_LAYER, "config", c->arguments[1]);
    made->config = c->arguments[1];
    made->cell = (int)nnom_get_int(d, &c->arguments[0], NNOM_RECORD_CELL, "type", 0);
    return nnom_result(c, layer);
}

#define CONV(type, build)                                                                          \
    rule_conv, &(const struct named)                                                               \
    {                                                                                              \
        type, build                                                                                \
    }
#define POOL(rule, type, build)                                                                    \
    rule, &(const struct named)                                                                    \
    {                                                                                              \
        type, build                                                                                \
    }
#define COPIED(record, type, place, build, config, to, from)                                       \
    rule_copied, &(const struct copied)                                                            \
    {                                                                                              \
        {NNOM_RECORD_##record, type, NO_WORK, place, build}, NNOM_RECORD_##config, to, from        \
    }
#define CELL(record, config, type, build)                                                          \
    rule_cell, &(const struct cell)                                                                \
    {                                                                                              \
        NNOM_RECORD_##record, NNOM_RECORD_##config, type, build                                    \
    }

const struct dialect_rule nnom_config_rules[] = {
    {"input_s", "p", rule_io, NULL},
    {"output_s", "p", rule_io, NULL},
    {"conv2d_s", "p", CONV(NNOM_CONV_2D, "conv2d_build")},
    {"dw_conv2d_s", "p", CONV(NNOM_DW_CONV_2D, "dw_conv2d_build")},
    {"conv2d_trans_s", "p", CONV(NNOM_CONV2D_TRANS, "conv2d_trans_build")},
    {"dense_s", "p", rule_dense, NULL},
    {"maxpool_s", "p", POOL(rule_pool, NNOM_MAXPOOL, "maxpool_build")},
    {"avgpool_s", "p", POOL(rule_pool, NNOM_AVGPOOL, "avgpool_build")},
    {"sumpool_s", "p", POOL(rule_pool, NNOM_SUMPOOL, "sumpool_build")},
    {"global_maxpool_s", "p", POOL(rule_global_pool, NNOM_GLOBAL_MAXPOOL, "global_pool_build")},
    {"global_avgpool_s", "p", POOL(rule_global_pool, NNOM_GLOBAL_AVGPOOL, "global_pool_build")},
    {"global_sumpool_s", "p", POOL(rule_global_pool, NNOM_GLOBAL_SUMPOOL, "global_pool_build")},
    {"upsample_s", "p", rule_upsample, NULL},
    {"zeropadding_s", "p",
     COPIED(PADDING_LAYER, NNOM_ZERO_PADDING, OWN_BLOCK, "zero_padding_build", PADDING_CONFIG,
            "pad", "pad")},
    {"cropping_s", "p",
     COPIED(PADDING_LAYER, NNOM_CROPPING, OWN_BLOCK, "cropping_build", PADDING_CONFIG, "pad",
            "pad")},
    {"concat_s", "p",
     COPIED(CONCAT_LAYER, NNOM_CONCAT, OWN_BLOCK, "concat_build", CONCAT_CONFIG, "axis", "axis")},
    {"add_s", "p",
     COPIED(MATRIX_LAYER, NNOM_ADD, OWN_BLOCK, "matrix_build", MATRIX_CONFIG, "oshift",
            "output_shift")},
    {"sub_s", "p",
     COPIED(MATRIX_LAYER, NNOM_SUB, OWN_BLOCK, "matrix_build", MATRIX_CONFIG, "oshift",
            "output_shift")},
    {"mult_s", "p",
     COPIED(MATRIX_LAYER, NNOM_MULT, OWN_BLOCK, "matrix_build", MATRIX_CONFIG, "oshift",
            "output_shift")},
    {"flatten_s", "p",
     COPIED(LAYER, NNOM_FLATTEN, IN_PLACE, "flatten_build", MATRIX_CONFIG, NULL, NULL)},
    {"softmax_s", "p",
     COPIED(LAYER, NNOM_SOFTMAX, OWN_BLOCK, "softmax_build", MATRIX_CONFIG, NULL, NULL)},
    {"baselayer_s", "p",
     COPIED(IO_LAYER, NNOM_BASE, IN_PLACE, "default_build", MATRIX_CONFIG, NULL, NULL)},
    {"reshape_s", "p", rule_reshape, NULL},
    {"lambda_s", "p", rule_lambda, NULL},
    {"rnn_s", "pp", rule_rnn, NULL},
    {"simple_cell_s", "p", CELL(SIMPLE_CELL, SIMPLE_CONFIG, 1, "simple_cell_build")},
    {"gru_cell_s", "p", CELL(GRU_CELL, GRU_CONFIG, 2, "gru_cell_build")},
    {"lstm_cell_s", "p", CELL(LSTM_CELL, LSTM_CONFIG, 3, "lstm_cell_q7_q15_build")},
    {0},
};
