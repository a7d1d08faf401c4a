// Functions that make a layer by hand. A layer is one piece of memory: its struct, its first input,
// its first output, and for some kinds a description of the memory that it works in.

#include "frontends/dialects/nnom_dialect.h"

#include <string.h>

static const char layer_kind[] = "layer";

struct cvalue nnom_result(const struct dialect_call *c, struct cvalue value)
{
    if (value.kind == CVALUE_POINTER && c->result->kind == CTYPE_POINTER) value.type = c->result;
    return value;
}

// ---- what stands beside a layer

static struct nnom_made *made_new(struct dialect_nnom *d, const struct cvalue *layer,
                                  const char *function)
{
    struct nnom_made *made = arena_new(d->arena, struct nnom_made);
    *made = (struct nnom_made){.layer = *layer,
                               .function = function,
                               .site = eval_site(d->eval),
                               .config = {.kind = CVALUE_NOTHING},
                               .buffer_bytes = -1};
    eval_attach(d->eval, layer, layer_kind, (uint64_t)d->made.n);
    *vec_push(d->arena, &d->made) = made;
    return made;
}

struct nnom_made *nnom_made_of(struct dialect_nnom *d, const struct cvalue *layer)
{
    uint64_t number;
    if (eval_attached(d->eval, layer, layer_kind, &number)) return d->made.at[number];
    if (layer->kind != CVALUE_POINTER || eval_is_null(d->eval, layer)) return NULL;
    return made_new(d, layer, "");
}

// ---- the common part

static struct cvalue behind(const struct cvalue *p, int64_t offset)
{
    struct cvalue at = *p;
    at.pointer.offset += offset;
    return at;
}

static void put_io(struct dialect_nnom *d, const struct cvalue *layer, const char *field,
                   int64_t offset, int type)
{
    struct cvalue io = behind(layer, offset);
    nnom_put(d, layer, NNOM_RECORD_LAYER, field, io);
    nnom_put(d, &io, NNOM_RECORD_IO, "owner", *layer);
    nnom_put_int(d, &io, NNOM_RECORD_IO, "type", type);
}

// "conv2d_build" goes with "conv2d_run".
static const char *run_of(struct dialect_nnom *d, const char *build)
{
    size_t n = strlen(build) - strlen("_build");
    return arena_printf(d->arena, "%.*s_run", (int)n, build);
}

static void put_code(struct dialect_nnom *d, const struct cvalue *layer, const char *field,
                     const char *name)
{
    int64_t offset;
    const struct cfield *f = nnom_field(d, NNOM_RECORD_LAYER, field, &offset);
    if (f) nnom_put(d, layer, NNOM_RECORD_LAYER, field, nnom_code(d, f, name));
}

struct cvalue nnom_layer_new(const struct dialect_call *c, const struct nnom_form *form)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    int64_t own = nnom_record_bytes(d, form->record), io = nnom_record_bytes(d, NNOM_RECORD_IO);
    int64_t work = form->work == NO_WORK ? 0 : nnom_record_bytes(d, NNOM_RECORD_WORK);
    const struct ctype *pointer = unit_pointer_to(eval_unit(d->eval), d->record[NNOM_RECORD_LAYER]);
    struct cvalue layer =
        nnom_take(d, NNOM_KIND_LAYERS, sym_const(d->syms, own + 2 * io + work), pointer, "layer");
    made_new(d, &layer, c->function->name);
    nnom_put_int(d, &layer, NNOM_RECORD_LAYER, "type", form->type);
    put_io(d, &layer, "in", own, 1);
    put_io(d, &layer, "out", own + io, form->place == IN_PLACE ? 0 : 1);
    if (form->work == WORK)
        nnom_put(d, &layer, NNOM_RECORD_LAYER, "comp", behind(&layer, own + 2 * io));
    put_code(d, &layer, "build", form->build);
    put_code(d, &layer, "run", run_of(d, form->build));
    return layer;
}

// ---- inputs and outputs

// An output begins as an input whose tensor is freed at once, but stays counted.
struct cvalue nnom_io_new(const struct dialect_call *c, enum nnom_type type,
                          const struct sym *const dims[3], const struct cvalue *buffer)
{
    struct nnom_form form = {NNOM_RECORD_IO_LAYER, type, NO_WORK, IN_PLACE,
                             type == NNOM_INPUT ? "input_build" : "default_build"};
    struct cvalue layer = nnom_layer_new(c, &form);
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct nnom_made *made = nnom_made_of(d, &layer);
    static const char *const fields[] = {"shape.h", "shape.w", "shape.c"};
    struct cvalue tensor = nnom_tensor_new(d, 3);
    for (int i = 0; i < 3; i++) {
        nnom_put_size(d, &layer, NNOM_RECORD_IO_LAYER, fields[i], dims[i]);
        nnom_set_dim(d, NULL, &tensor, i, dims[i]);
    }
    nnom_put_int(d, &tensor, NNOM_RECORD_TENSOR, "bitwidth", 8);
    nnom_put_int(d, &layer, NNOM_RECORD_IO_LAYER, "dec_bit", 7);
    struct cvalue scale = nnom_get(d, &tensor, NNOM_RECORD_TENSOR, "q_dec"),
                  seven = cvalue_int(d->int_, 7);
    eval_store(d->eval, &scale, 0, &seven);
    nnom_put(d, &layer, NNOM_RECORD_IO_LAYER, "buf", *buffer);
    struct cvalue in = nnom_get(d, &layer, NNOM_RECORD_LAYER, "in");
    if (type == NNOM_INPUT) nnom_put(d, &in, NNOM_RECORD_IO, "tensor", tensor);
    made->buffer_bytes = eval_bytes_behind(d->eval, buffer);
    return layer;
}

static struct cvalue rule_io(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue shape = nnom_record_pointer(d, &c->arguments[0]);
    const struct sym *const dims[] = {nnom_get_size(d, &shape, NNOM_RECORD_SHAPE, "h"),
                                      nnom_get_size(d, &shape, NNOM_RECORD_SHAPE, "w"),
                                      nnom_get_size(d, &shape, NNOM_RECORD_SHAPE, "c")};
    enum nnom_type type = c->function->name[0] == 'I' ? NNOM_INPUT : NNOM_OUTPUT;
    return nnom_result(c, nnom_io_new(c, type, dims, &c->arguments[1]));
}

// ---- convolutions

struct cvalue nnom_conv_new(const struct dialect_call *c, enum nnom_type type, const char *build)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    // With CMSIS-NN all convolutions work in a block of their own; also transposed ones, which say
    // no size for it.
    struct nnom_form form = {NNOM_RECORD_CONV_LAYER, type, d->cmsis ? WORK : ROOM_FOR_WORK,
                             OWN_BLOCK, build};
    return nnom_layer_new(c, &form);
}

// Weights of a layer that is made by hand: a tensor that tells the units, and never the channels.
static void put_weights(struct dialect_nnom *d, const struct cvalue *layer, enum nnom_record record,
                        int n_dims, const struct sym *const *dims)
{
    struct cvalue weight = nnom_tensor_new(d, n_dims), bias = nnom_tensor_new(d, 1);
    for (int i = 0; i < n_dims; i++) nnom_set_dim(d, NULL, &weight, i, dims[i]);
    nnom_set_dim(d, NULL, &bias, 0, dims[n_dims - 1]);
    nnom_put_int(d, &weight, NNOM_RECORD_TENSOR, "bitwidth", 8);
    nnom_put_int(d, &bias, NNOM_RECORD_TENSOR, "bitwidth", 8);
    nnom_put(d, layer, record, "weight", weight);
    nnom_put(d, layer, record, "bias", bias);
}

static void put_shifts(const struct dialect_call *c, const struct cvalue *layer,
                       enum nnom_record record)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    static const char *const fields[] = {"output_rshift", "bias_lshift"};
    for (int i = 0; i < 2; i++) {
        const struct cvalue *given = &c->arguments[c->n - 2 + i];
        if (eval_is_null(d->eval, given)) continue;
        nnom_put(d, layer, record, fields[i],
                 nnom_address(d, given, NNOM_RECORD_WEIGHT, "shift", d->void_pointer));
    }
}

struct conv {
    enum nnom_type type;
    const char *build;
};

static struct cvalue rule_conv(const struct dialect_call *c)
{
    static const char *const fields[] = {"kernel", "stride", "dilation"};
    struct dialect_nnom *d = dialect_nnom_of(c);
    const struct conv *conv = c->rule->data;
    struct cvalue layer = nnom_conv_new(c, conv->type, conv->build);
    struct cvalue kernel = nnom_record_pointer(d, &c->arguments[1]);
    const struct sym *filters = cvalue_as_sym(d->eval, &c->arguments[0]);
    for (int i = 0; i < 3; i++)
        nnom_put(d, &layer, NNOM_RECORD_CONV_LAYER, fields[i], c->arguments[1 + i]);
    nnom_put_size(d, &layer, NNOM_RECORD_CONV_LAYER, "filter_mult", filters);
    nnom_put(d, &layer, NNOM_RECORD_CONV_LAYER, "padding_type", c->arguments[4]);
    int64_t number;
    if (sym_is_const(filters, &number)) filters = sym_const(d->syms, number & UINT16_MAX);
    const struct sym *const dims[] = {nnom_get_size(d, &kernel, NNOM_RECORD_SHAPE, "h"),
                                      nnom_get_size(d, &kernel, NNOM_RECORD_SHAPE, "w"),
                                      nnom_get_size(d, &kernel, NNOM_RECORD_SHAPE, "c"), filters};
    put_weights(d, &layer, NNOM_RECORD_CONV_LAYER, 4, dims);
    put_shifts(c, &layer, NNOM_RECORD_CONV_LAYER);
    return nnom_result(c, layer);
}

static struct cvalue rule_dense(const struct dialect_call *c)
{
    static const struct nnom_form form = {NNOM_RECORD_DENSE_LAYER, NNOM_DENSE, WORK, OWN_BLOCK,
                                          "dense_build"};
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue layer = nnom_layer_new(c, &form);
    const struct sym *units = cvalue_as_sym(d->eval, &c->arguments[0]);
    nnom_put_size(d, &layer, NNOM_RECORD_DENSE_LAYER, "output_unit", units);
    int64_t number;
    if (sym_is_const(units, &number)) units = sym_const(d->syms, number & UINT16_MAX);
    const struct sym *const dims[] = {sym_const(d->syms, 0), units};
    put_weights(d, &layer, NNOM_RECORD_DENSE_LAYER, 2, dims);
    put_shifts(c, &layer, NNOM_RECORD_DENSE_LAYER);
    return nnom_result(c, layer);
}

// ---- pools

// Global ones are pools, too, whose kernel is known only when they are built.
struct cvalue nnom_pool_new(const struct dialect_call *c, enum nnom_type type, const char *build)
{
    struct nnom_form form = {NNOM_RECORD_POOL_LAYER, type, WORK, OWN_BLOCK, build};
    return nnom_layer_new(c, &form);
}

static struct cvalue rule_pool(const struct dialect_call *c)
{
    const struct conv *pool = c->rule->data;
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue layer = nnom_pool_new(c, pool->type, pool->build);
    if (c->n < 3) return nnom_result(c, layer);
    nnom_put(d, &layer, NNOM_RECORD_POOL_LAYER, "kernel", c->arguments[0]);
    nnom_put(d, &layer, NNOM_RECORD_POOL_LAYER, "stride", c->arguments[1]);
    nnom_put(d, &layer, NNOM_RECORD_POOL_LAYER, "padding_type", c->arguments[2]);
    return nnom_result(c, layer);
}

// ---- layers whose one argument is a field, or that have none

struct simple {
    struct nnom_form form;
    const char *field; // that the argument goes to; NULL: there is none
};

static struct cvalue rule_simple(const struct dialect_call *c)
{
    const struct simple *simple = c->rule->data;
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct nnom_form form = simple->form;
    if (form.type == NNOM_FLATTEN && d->channels_first) form.place = OWN_BLOCK;
    struct cvalue layer = nnom_layer_new(c, &form);
    if (simple->field) nnom_put(d, &layer, form.record, simple->field, c->arguments[0]);
    return nnom_result(c, layer);
}

// Its memory is that of an input or output, which is larger than its own struct.
static struct cvalue rule_lambda(const struct dialect_call *c)
{
    static const struct nnom_form form = {NNOM_RECORD_IO_LAYER, NNOM_LAMBDA, NO_WORK, OWN_BLOCK,
                                          "default_build"};
    static const char *const fields[] = {"run", "build", "free"};
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue layer = nnom_layer_new(c, &form);
    for (int i = 0; i < 3; i++)
        if (!eval_is_null(d->eval, &c->arguments[i]))
            nnom_put(d, &layer, NNOM_RECORD_LAYER, fields[i], c->arguments[i]);
    nnom_put(d, &layer, NNOM_RECORD_LAMBDA_LAYER, "parameters", c->arguments[3]);
    return nnom_result(c, layer);
}

// ---- activations

struct act {
    enum nnom_record record;
    int type; // as the library's enumeration counts
};

static struct cvalue act_new(const struct dialect_call *c, const struct act *act)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    const struct ctype *pointer =
        unit_pointer_to(eval_unit(d->eval), d->record[NNOM_RECORD_ACTIVATION]);
    struct cvalue made =
        nnom_take(d, NNOM_KIND_ACTIVATIONS, sym_const(d->syms, nnom_record_bytes(d, act->record)),
                  pointer, "activation");
    nnom_put_int(d, &made, NNOM_RECORD_ACTIVATION, "type", act->type);
    return made;
}

static struct cvalue rule_act(const struct dialect_call *c)
{
    return nnom_result(c, act_new(c, c->rule->data));
}

struct act_layer {
    enum nnom_type type;
    struct act act;
};

static struct cvalue rule_act_layer(const struct dialect_call *c)
{
    const struct act_layer *kind = c->rule->data;
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue act = act_new(c, &kind->act);
    struct nnom_form form = {NNOM_RECORD_ACTIVATION_LAYER, kind->type, NO_WORK, IN_PLACE,
                             "default_build"};
    struct cvalue layer = nnom_layer_new(c, &form);
    nnom_put(d, &layer, NNOM_RECORD_ACTIVATION_LAYER, "act", act);
    return nnom_result(c, layer);
}

// ---- inputs and outputs that a program makes itself

static struct cvalue rule_io_init(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    nnom_put(d, &c->arguments[1], NNOM_RECORD_IO, "owner", c->arguments[0]);
    return nnom_result(c, c->arguments[1]);
}

static struct cvalue rule_io_add(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue aux =
        nnom_take(d, NNOM_KIND_IOS, sym_const(d->syms, nnom_record_bytes(d, NNOM_RECORD_IO)),
                  c->result, "io");
    nnom_put(d, &aux, NNOM_RECORD_IO, "owner",
             nnom_get(d, &c->arguments[0], NNOM_RECORD_IO, "owner"));
    nnom_put(d, &c->arguments[0], NNOM_RECORD_IO, "aux", aux);
    return nnom_result(c, aux);
}

#define CONV(type, build)                                                                          \
    rule_conv, &(const struct conv)                                                                \
    {                                                                                              \
        type, build                                                                                \
    }
#define POOL(type, build)                                                                          \
    rule_pool, &(const struct conv)                                                                \
    {                                                                                              \
        type, build                                                                                \
    }
#define SIMPLE(record, type, place, build, field)                                                  \
    rule_simple, &(const struct simple)                                                            \
    {                                                                                              \
        {NNOM_RECORD_##record, type, NO_WORK, place, build}, field                                 \
    }
#define ACT(record, type)                                                                          \
    rule_act, &(const struct act)                                                                  \
    {                                                                                              \
        NNOM_RECORD_##record, type                                                                 \
    }
#define ACT_LAYER(type, record, act)                                                               \
    rule_act_layer, &(const struct act_layer)                                                      \
    {                                                                                              \
        type,                                                                                      \
        {                                                                                          \
            NNOM_RECORD_##record, act                                                              \
        }                                                                                          \
    }

// Activations by their numbers: 1 ReLU, 2 leaky, 3 advanced, 4 tanh, 5 sigmoid, 6 and 7 hard ones.
const struct dialect_rule nnom_layer_rules[] = {
    {"Input", ".p", rule_io, NULL},
    {"Output", ".p", rule_io, NULL},
    {"Conv2D", "i...ipp", CONV(NNOM_CONV_2D, "conv2d_build")},
    {"DW_Conv2D", "i...ipp", CONV(NNOM_DW_CONV_2D, "dw_conv2d_build")},
    {"Conv2DTrans", "i...ipp", CONV(NNOM_CONV2D_TRANS, "conv2d_trans_build")},
    {"Dense", "ipp", rule_dense, NULL},
    {"MaxPool", "..i", POOL(NNOM_MAXPOOL, "maxpool_build")},
    {"AvgPool", "..i", POOL(NNOM_AVGPOOL, "avgpool_build")},
    {"SumPool", "..i", POOL(NNOM_SUMPOOL, "sumpool_build")},
    {"GlobalMaxPool", "", POOL(NNOM_GLOBAL_MAXPOOL, "global_pool_build")},
    {"GlobalAvgPool", "", POOL(NNOM_GLOBAL_AVGPOOL, "global_pool_build")},
    {"GlobalSumPool", "", POOL(NNOM_GLOBAL_SUMPOOL, "global_pool_build")},
    {"UpSample", ".", SIMPLE(UPSAMPLE_LAYER, NNOM_UPSAMPLE, OWN_BLOCK, "upsample_build", "kernel")},
    {"ZeroPadding", ".",
     SIMPLE(PADDING_LAYER, NNOM_ZERO_PADDING, OWN_BLOCK, "zero_padding_build", "pad")},
    {"Cropping", ".", SIMPLE(PADDING_LAYER, NNOM_CROPPING, OWN_BLOCK, "cropping_build", "pad")},
    {"Softmax", "", SIMPLE(LAYER, NNOM_SOFTMAX, OWN_BLOCK, "softmax_build", NULL)},
    {"Flatten", "", SIMPLE(LAYER, NNOM_FLATTEN, IN_PLACE, "flatten_build", NULL)},
    {"BaseLayer", "", SIMPLE(IO_LAYER, NNOM_BASE, IN_PLACE, "default_build", NULL)},
    {"Concat", "i", SIMPLE(CONCAT_LAYER, NNOM_CONCAT, OWN_BLOCK, "concat_build", "axis")},
    {"Add", "i", SIMPLE(MATRIX_LAYER, NNOM_ADD, OWN_BLOCK, "matrix_build", "oshift")},
    {"Sub", "i", SIMPLE(MATRIX_LAYER, NNOM_SUB, OWN_BLOCK, "matrix_build", "oshift")},
    {"Mult", "i", SIMPLE(MATRIX_LAYER, NNOM_MULT, OWN_BLOCK, "matrix_build", "oshift")},
    {"Activation", "p",
     SIMPLE(ACTIVATION_LAYER, NNOM_ACTIVATION, IN_PLACE, "default_build", "act")},
    {"ReLU", "", ACT_LAYER(NNOM_RELU, ACTIVATION, 1)},
    {"LeakyReLU", "f", ACT_LAYER(NNOM_LEAKY_RELU, ACT_LEAKY, 2)},
    {"AdvReLU", "fff", ACT_LAYER(NNOM_ADV_RELU, ACT_ADVANCED, 3)},
    {"Sigmoid", "i", ACT_LAYER(NNOM_SIGMOID, ACT_FIXED, 5)},
    {"TanH", "i", ACT_LAYER(NNOM_TANH, ACT_FIXED, 4)},
    {"Lambda", "pppp", rule_lambda, NULL},
    {"act_relu", "", ACT(ACTIVATION, 1)},
    {"act_leaky_relu", "f", ACT(ACT_LEAKY, 2)},
    {"act_adv_relu", "fff", ACT(ACT_ADVANCED, 3)},
    {"act_tanh", "i", ACT(ACT_FIXED, 4)},
    {"act_sigmoid", "i", ACT(ACT_FIXED, 5)},
    {"act_hard_tanh", "i", ACT(ACT_FIXED, 6)},
    {"act_hard_sigmoid", "i", ACT(ACT_FIXED, 7)},
    {"io_init", "pp", rule_io_init, NULL},
    {"io_add_aux", "p", rule_io_add, NULL},
    {0},
};
