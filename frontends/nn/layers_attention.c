#include <string.h>
#include "frontends/nn/table.h"

// Attention and the Transformer layers, with PyTorch's children and order of calls.

static void mha_parameters(struct nn_recording *r, struct module *m, const struct sym *embed)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *kdim = args_given(&a, "kdim") ? args_int(&a, "kdim", 0) : embed;
    const struct sym *vdim = args_given(&a, "vdim") ? args_int(&a, "vdim", 0) : embed;
    const struct sym *three = sym_mul_const(r->syms, embed, 3), *one = sym_const(r->syms, 1);
    const struct sym *all[] = {three, embed}, *query[] = {embed, embed}, *key[] = {embed, kdim},
                     *value[] = {embed, vdim}, *row[] = {one, one, embed};
    if (kdim == embed && vdim == embed) {
        layer_parameter(r, m, "in_proj_weight", 2, all);
    } else {
        layer_parameter(r, m, "q_proj_weight", 2, query);
        layer_parameter(r, m, "k_proj_weight", 2, key);
        layer_parameter(r, m, "v_proj_weight", 2, value);
    }
    if (args_bool(&a, "bias", true)) layer_parameter(r, m, "in_proj_bias", 1, &three);
    if (args_bool(&a, "add_bias_kv", false)) {
        layer_parameter(r, m, "bias_k", 3, row);
        layer_parameter(r, m, "bias_v", 3, row);
    }
}

// A Linear that holds parameters only: it is never called as a module.
static void mha_out_proj(struct nn_recording *r, struct module *m, const struct sym *embed)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    struct layer_argument args[] = {LAYER_INT("in_features", embed),
                                    LAYER_INT("out_features", embed),
                                    LAYER_BOOL("bias", args_bool(&a, "bias", true)),
                                    LAYER_DTYPE("dtype", args_dtype(&a, "dtype", DTYPE_F32))};
    struct module *child = layer_child(r, m, "out_proj", "linear", 4, args);
    child->kind = "NonDynamicallyQuantizableLinear";
}

static void mha_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *embed = args_int(&a, "embed_dim", 0), *heads = args_int(&a, "num_heads", 0);
    struct proof proof = sym_prove_divides(r->syms, heads, embed);
    if (sym_is(heads, 0) || (proof.verdict == VERDICT_REFUTED && proof.always)) {
        layer_refuse(r, m, DIAG_OPTION_RANGE, "embed_dim is %s, not divisible by num_heads, %s",
                     sym_string(r->arena, embed), sym_string(r->arena, heads));
        return;
    }
    // The initial weights lie within a range that is divided by it.
    if (sym_is(embed, 0)) {
        layer_refuse(r, m, DIAG_OPTION_RANGE, "embed_dim is 0");
        return;
    }
    mha_parameters(r, m, embed);
    if (!m->poison) mha_out_proj(r, m, embed);
}

const struct nn_layer layer_multihead_attention = {
    .kind = "MultiheadAttention",
    .op = "multihead_attention",
    .parameters = "in_proj_weight q_proj_weight k_proj_weight v_proj_weight in_proj_bias bias_k "
                  "bias_v out_proj_weight:out_proj.weight out_proj_bias:out_proj.bias",
    .n_in = 3,
    .make = mha_make};

// ---- children of a Transformer layer

static void child_attention(struct nn_recording *r, struct module *m, const char *name)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    struct layer_argument args[] = {LAYER_INT("embed_dim", args_int(&a, "d_model", 0)),
                                    LAYER_INT("num_heads", args_int(&a, "nhead", 0)),
                                    LAYER_FLOAT("dropout", args_float(&a, "dropout", 0.1)),
                                    LAYER_BOOL("batch_first", args_bool(&a, "batch_first", false)),
                                    LAYER_DTYPE("dtype", args_dtype(&a, "dtype", DTYPE_F32))};
    layer_child(r, m, name, "multihead_attention", 5, args);
}

static void child_linear(struct nn_recording *r, struct module *m, const char *name,
                         const struct sym *in, const struct sym *out)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    struct layer_argument args[] = {LAYER_INT("in_features", in), LAYER_INT("out_features", out),
                                    LAYER_DTYPE("dtype", args_dtype(&a, "dtype", DTYPE_F32))};
    layer_child(r, m, name, "linear", 3, args);
}

static void child_dropout(struct nn_recording *r, struct module *m, const char *name)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    struct layer_argument args[] = {LAYER_FLOAT("p", args_float(&a, "dropout", 0.1))};
    layer_child(r, m, name, "dropout", 1, args);
}

static void child_norm(struct nn_recording *r, struct module *m, const char *name)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    struct layer_argument args[] = {LAYER_INT("normalized_shape", args_int(&a, "d_model", 0)),
                                    LAYER_FLOAT("eps", args_float(&a, "layer_norm_eps", 1e-5)),
                                    LAYER_DTYPE("dtype", args_dtype(&a, "dtype", DTYPE_F32))};
    layer_child(r, m, name, "layer_norm", 3, args);
}

static void feed_forward_children(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *model = args_int(&a, "d_model", 0);
    const struct sym *inner = args_int(&a, "dim_feedforward", 2048);
    child_linear(r, m, "linear1", model, inner);
    child_dropout(r, m, "dropout");
    child_linear(r, m, "linear2", inner, model);
}

// The activation is a function, not a module.
static bool activation_known(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const char *name = args_string(&a, "activation", "relu");
    if (strcmp(name, "relu") == 0 || strcmp(name, "gelu") == 0) return true;
    return layer_refuse(r, m, DIAG_UNKNOWN_WORD, "activation is \"%s\", not relu or gelu", name);
}

// Each attention and the feed-forward part has a norm and a dropout of its own.
static void sublayer_children(struct nn_recording *r, struct module *m, int n_attentions)
{
    static const char *const attentions[] = {"self_attn", "multihead_attn"};
    static const char *const norms[] = {"norm1", "norm2", "norm3"};
    static const char *const dropouts[] = {"dropout1", "dropout2", "dropout3"};
    if (!activation_known(r, m)) return;
    for (int i = 0; i < n_attentions; i++) child_attention(r, m, attentions[i]);
    feed_forward_children(r, m);
    for (int i = 0; i <= n_attentions; i++) child_norm(r, m, norms[i]);
    for (int i = 0; i <= n_attentions; i++) child_dropout(r, m, dropouts[i]);
}

static void encoder_layer_make(struct nn_recording *r, struct module *m)
{
    sublayer_children(r, m, 1);
}

static void decoder_layer_make(struct nn_recording *r, struct module *m)
{
    sublayer_children(r, m, 2);
}

// ---- calls

struct block {
    struct nn_recording *recording;
    struct module *module;
    struct nn_module_call *call;
};

static value_id through(const struct block *b, const char *child, value_id x)
{
    return layer_call_child(b->recording, b->module, child, 1, &x);
}

// Attention of x to `memory`, and its dropout. The masks are options of the call.
static value_id attend(const struct block *b, const char *child, value_id x, value_id memory,
                       const char *mask, const char *padding_mask, const char *dropout)
{
    struct nn_recording *r = b->recording;
    struct nn_arguments a = layer_arguments(r, b->module, b->call);
    value_id in[] = {x, memory, memory};
    struct nn_arg attn_mask = {.tensor = args_tensor(&a, mask)};
    struct nn_arg key_padding = {.tensor = args_tensor(&a, padding_mask)};
    struct nn_module_call call = {.n_in = 3, .in = in};
    call.module = module_child(r, b->module, child)->id;
    if (attn_mask.tensor) layer_option(r, &call, "attn_mask", NN_KIND_TENSOR, &attn_mask);
    if (key_padding.tensor) {
        layer_option(r, &call, "key_padding_mask", NN_KIND_TENSOR, &key_padding);
    }
    layer_option(r, &call, "need_weights", NN_KIND_BOOL, &(struct nn_arg){.b = false});
    nn_module_apply(r, &call);
    return through(b, dropout, call.out[0]);
}

static value_id feed_forward(const struct block *b, value_id x, const char *dropout)
{
    struct nn_recording *r = b->recording;
    struct nn_arguments a = layer_arguments(r, b->module, b->call);
    const struct op *activation = op_find(args_string(&a, "activation", "relu"));
    value_id hidden = through(b, "linear1", x);
    hidden = build_op(r->builder, recording_op_kind(activation), NULL, hidden, 0, 0);
    return through(b, dropout, through(b, "linear2", through(b, "dropout", hidden)));
}

static value_id add(const struct block *b, value_id x, value_id y)
{
    return build_op(b->recording->builder, OP_ADD, NULL, x, y, 0);
}

// One residual step: the norm comes before the sublayer or after the sum.
enum sublayer { SELF_ATTENTION, CROSS_ATTENTION, FEED_FORWARD };

struct step {
    enum sublayer sublayer;
    const char *norm, *child, *mask, *padding_mask, *dropout;
};

static value_id residual(const struct block *b, const struct step *s, value_id x, value_id memory)
{
    struct nn_arguments a = layer_arguments(b->recording, b->module, NULL);
    bool norm_first = args_bool(&a, "norm_first", false);
    value_id in = norm_first ? through(b, s->norm, x) : x, out;
    if (s->sublayer == FEED_FORWARD) {
        out = feed_forward(b, in, s->dropout);
    } else {
        value_id other = s->sublayer == CROSS_ATTENTION ? memory : in;
        out = attend(b, s->child, in, other, s->mask, s->padding_mask, s->dropout);
    }
    value_id sum = add(b, x, out);
    return norm_first ? sum : through(b, s->norm, sum);
}

static void run_steps(const struct block *b, int n, const struct step *steps, value_id memory)
{
    value_id x = b->call->in[0];
    for (int i = 0; i < n; i++) x = residual(b, &steps[i], x, memory);
    layer_return(b->recording, b->call, 1, &x);
}

static void encoder_layer_forward(struct nn_recording *r, struct module *m,
                                  struct nn_module_call *call)
{
    static const struct step steps[] = {
        {SELF_ATTENTION, "norm1", "self_attn", "src_mask", "src_key_padding_mask", "dropout1"},
        {FEED_FORWARD, "norm2", NULL, NULL, NULL, "dropout2"}};
    run_steps(&(struct block){r, m, call}, 2, steps, 0);
}

const struct nn_layer layer_transformer_encoder_layer = {.kind = "TransformerEncoderLayer",
                                                         .n_in = 1,
                                                         .make = encoder_layer_make,
                                                         .forward = encoder_layer_forward};

static void decoder_layer_forward(struct nn_recording *r, struct module *m,
                                  struct nn_module_call *call)
{
    static const struct step steps[] = {
        {SELF_ATTENTION, "norm1", "self_attn", "tgt_mask", "tgt_key_padding_mask", "dropout1"},
        {CROSS_ATTENTION, "norm2", "multihead_attn", "memory_mask", "memory_key_padding_mask",
         "dropout2"},
        {FEED_FORWARD, "norm3", NULL, NULL, NULL, "dropout3"}};
    run_steps(&(struct block){r, m, call}, 3, steps, call->in[1]);
}

const struct nn_layer layer_transformer_decoder_layer = {.kind = "TransformerDecoderLayer",
                                                         .n_in = 2,
                                                         .make = decoder_layer_make,
                                                         .forward = decoder_layer_forward};

// ---- stacks of layers

// PyTorch copies the layer; here its constructor runs again, which is the same
// for a layer that nothing was done to.
static nn_module_id copy_of(struct nn_recording *r, const struct module *m)
{
    struct nn_call call = {.recording = r, .function = m->function, .args = m->args};
    nn_call_apply(&call);
    return call.module;
}

static void stack_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct nn_arg *given = nn_args_find(m->function, m->args, "encoder_layer", NULL);
    const struct nn_arg *norm = nn_args_find(m->function, m->args, "norm", NULL);
    struct module *layer = given && given->n ? module_get(r, given->modules[0]) : NULL;
    int64_t n = args_const(&a, "num_layers", 0);
    if (!layer || !layer->function) {
        layer_refuse(r, m, DIAG_NN_ARGUMENT, "the layer to copy is not one of torch.nn");
        return;
    }
    // The constructor would say it again of each copy.
    m->poison = layer->poison;
    if (m->poison || !layer_check_count(r, m, "num_layers", n)) return;
    nn_module_id list = module_add(r, "ModuleList");
    module_register(r, m, "layers", list);
    const char *unknown = layer_unknown_count(r, m, "num_layers");
    if (unknown) module_append(r, module_get(r, list), module_unseen(r, unknown));
    int before = r->modules.n;
    for (int64_t i = 0; i < n && !m->poison; i++) {
        module_append(r, module_get(r, list), copy_of(r, layer));
        layer_check_count(r, m, "the number of modules in it", r->modules.n - before);
    }
    if (norm && norm->n) module_register(r, m, "norm", norm->modules[0]);
}

// The encoder asks its first layer how to run; a decoder without layers runs.
static bool has_first_layer(struct nn_recording *r, const struct module *m,
                            const struct module *layers, struct nn_module_call *call)
{
    if (layers->children.n || !m->layer->needs_a_layer) return true;
    layer_refuse_call(r, call,
                      recording_wrong(r, DIAG_OPTION_RANGE,
                                      "%s has no layers to call: its number of layers must be at "
                                      "least 1",
                                      m->layer->kind));
    return false;
}

static void stack_forward(struct nn_recording *r, struct module *m, struct nn_module_call *call)
{
    struct module *layers = module_child(r, m, "layers"), *norm = module_child(r, m, "norm");
    if (!has_first_layer(r, m, layers, call)) return;
    struct nn_arguments a = layer_arguments(r, m, call);
    struct nn_arg mask = {.tensor = args_tensor(&a, "mask")};
    struct nn_module_call each = *call;
    if (mask.tensor) layer_option(r, &each, "src_mask", NN_KIND_TENSOR, &mask);
    value_id in[] = {call->in[0], call->n_in > 1 ? call->in[1] : 0};
    each.in = in;
    for (int i = 0; i < layers->children.n; i++) {
        each.module = layers->children.at[i].module;
        nn_module_apply(r, &each);
        in[0] = each.out[0];
    }
    if (norm) in[0] = layer_call_child(r, m, "norm", 1, in);
    layer_return(r, call, 1, in);
}

const struct nn_layer layer_transformer_encoder = {.kind = "TransformerEncoder",
                                                   .n_in = 1,
                                                   .needs_a_layer = true,
                                                   .make = stack_make,
                                                   .forward = stack_forward};
const struct nn_layer layer_transformer_decoder = {
    .kind = "TransformerDecoder", .n_in = 2, .make = stack_make, .forward = stack_forward};

// ---- nn.Transformer

#define D_MODEL 512
#define N_HEADS 8
#define N_LAYERS 6

static struct module *whole_norm(struct nn_recording *r, const struct nn_arguments *a)
{
    struct layer_argument args[] = {LAYER_INT("normalized_shape", args_int(a, "d_model", D_MODEL)),
                                    LAYER_FLOAT("eps", args_float(a, "layer_norm_eps", 1e-5)),
                                    LAYER_DTYPE("dtype", args_dtype(a, "dtype", DTYPE_F32))};
    return layer_made(r, "layer_norm", 3, args);
}

// "encoder" or "decoder": a stack of copies of a layer, and a norm at its end.
static void whole_stack(struct nn_recording *r, struct module *m, const char *name,
                        const char *layer_function, const char *stack_function, const char *count)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    struct layer_argument args[] = {
        LAYER_INT("d_model", args_int(&a, "d_model", D_MODEL)),
        LAYER_INT("nhead", args_int(&a, "nhead", N_HEADS)),
        LAYER_INT("dim_feedforward", args_int(&a, "dim_feedforward", 2048)),
        LAYER_FLOAT("dropout", args_float(&a, "dropout", 0.1)),
        LAYER_STRING("activation", args_string(&a, "activation", "relu")),
        LAYER_FLOAT("layer_norm_eps", args_float(&a, "layer_norm_eps", 1e-5)),
        LAYER_BOOL("batch_first", args_bool(&a, "batch_first", false)),
        LAYER_BOOL("norm_first", args_bool(&a, "norm_first", false)),
        LAYER_DTYPE("dtype", args_dtype(&a, "dtype", DTYPE_F32))};
    struct module *layer = layer_made(r, layer_function, 9, args), *norm = whole_norm(r, &a);
    struct layer_argument stack[] = {LAYER_MODULE("layer", &layer->id),
                                     LAYER_INT("num_layers", args_int(&a, count, N_LAYERS)),
                                     LAYER_MODULE("norm", &norm->id)};
    layer_child(r, m, name, stack_function, 3, stack);
    if (layer->poison) m->poison = layer->poison;
}

static void whole_make(struct nn_recording *r, struct module *m)
{
    whole_stack(r, m, "encoder", "transformer_encoder_layer", "transformer_encoder",
                "num_encoder_layers");
    if (!m->poison)
        whole_stack(r, m, "decoder", "transformer_decoder_layer", "transformer_decoder",
                    "num_decoder_layers");
}

// Masks of the call that the stack takes, by the names that it has for them.
static void pass_mask(const struct block *b, struct nn_module_call *to, const char *name,
                      const char *as)
{
    struct nn_arguments a = layer_arguments(b->recording, b->module, b->call);
    struct nn_arg mask = {.tensor = args_tensor(&a, name)};
    if (mask.tensor) layer_option(b->recording, to, as, NN_KIND_TENSOR, &mask);
}

static void whole_forward(struct nn_recording *r, struct module *m, struct nn_module_call *call)
{
    static const char *const decoder_masks[] = {"tgt_mask", "memory_mask", "tgt_key_padding_mask",
                                                "memory_key_padding_mask"};
    struct block b = {r, m, call};
    struct nn_module_call encode = {
        .module = module_child(r, m, "encoder")->id, .n_in = 1, .in = call->in};
    pass_mask(&b, &encode, "src_mask", "mask");
    pass_mask(&b, &encode, "src_key_padding_mask", "src_key_padding_mask");
    nn_module_apply(r, &encode);
    value_id in[] = {call->in[1], encode.out[0]};
    struct nn_module_call decode = {
        .module = module_child(r, m, "decoder")->id, .n_in = 2, .in = in};
    for (int i = 0; i < 4; i++) pass_mask(&b, &decode, decoder_masks[i], decoder_masks[i]);
    nn_module_apply(r, &decode);
    layer_return(r, call, 1, decode.out);
}

const struct nn_layer layer_transformer = {
    .kind = "Transformer", .n_in = 2, .make = whole_make, .forward = whole_forward};
