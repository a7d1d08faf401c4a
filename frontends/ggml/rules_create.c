// Tensors from nothing, flags and parameters of tensors that are there, functions of the user's.

#include "frontends/ggml/rules.h"

// ---- from nothing

// type, n_dims, sizes
struct ggml_tensor *ggml_rule_new_tensor(struct ggml_call *c)
{
    const struct sym *sizes[GGML_DIMS] = {NULL};
    enum dtype type = call_type(c, 0);
    int64_t n = call_int(c, 1);
    if (c->guessed == 1) n = GGML_DIMS;
    call_need_type_number(c);
    call_need_that(c, "n_dims >= 1 && n_dims <= GGML_MAX_DIMS", n >= 1 && n <= GGML_DIMS);
    for (int i = 0; i < GGML_DIMS && i < n; i++) sizes[i] = call_size(c, 2 + i);
    return tensor_new(c, type, sizes);
}

// type, and as many sizes as data says
struct ggml_tensor *ggml_rule_new_tensor_sizes(struct ggml_call *c)
{
    const struct sym *sizes[GGML_DIMS] = {NULL};
    enum dtype type = call_type(c, 0);
    for (int i = 0; i < c->function->data; i++) sizes[i] = call_size(c, 1 + i);
    return tensor_new(c, type, sizes);
}

// Of the same type and sizes, without a name.
struct ggml_tensor *ggml_rule_dup_tensor(struct ggml_call *c)
{
    return tensor_dup(c, c->in[0]);
}

// Of ggml-cpu.h; data: the type. The number is stored, so there must be room for it.
struct ggml_tensor *ggml_rule_new_number(struct ggml_call *c)
{
    call_need_that(c, "!ggml_get_no_alloc(ctx)", !c->context || !c->context->no_alloc);
    return tensor_new(c, (enum dtype)c->function->data, SIZES(sym_const(c->syms, 1)));
}

// ---- flags

static struct ggml_tensor *flag(struct ggml_call *c, enum ggml_flag which)
{
    if (!c->refused) c->in[0]->flags |= which;
    return c->in[0];
}

// data: the flag
struct ggml_tensor *ggml_rule_set_flag(struct ggml_call *c)
{
    return flag(c, (enum ggml_flag)c->function->data);
}

// A view's root as well.
struct ggml_tensor *ggml_rule_set_output(struct ggml_call *c)
{
    struct ggml_tensor *t = flag(c, GGML_OUTPUT);
    if (t->view_src) t->view_src->flags |= GGML_OUTPUT;
    return t;
}

// A parameter is a node of graphs, so it must not be a result.
struct ggml_tensor *ggml_rule_set_param(struct ggml_call *c)
{
    call_need_that(c, "tensor->op == GGML_OP_NONE", c->in[0]->op == GGML_OP_NONE);
    return flag(c, GGML_PARAM);
}

// What ggml_build_backward_expand begins with.
struct ggml_tensor *ggml_rule_set_loss(struct ggml_call *c)
{
    need_ones(c, "ggml_is_scalar(tensor)", c->in[0], 0);
    need_type(c, "tensor->type == GGML_TYPE_F32", c->in[0], DTYPE_F32);
    return flag(c, GGML_LOSS);
}

// ---- parameters

struct place_of_parameter {
    enum ggml_op op;
    int word;
    const char *text;
};

static const struct place_of_parameter places[] = {
    [SET_MUL_MAT_PREC] = {GGML_OP_MUL_MAT, 0, "a->op == GGML_OP_MUL_MAT"},
    [SET_MUL_MAT_HINT] = {GGML_OP_MUL_MAT, 1, "a->op == GGML_OP_MUL_MAT"},
    [SET_FLASH_PREC] = {GGML_OP_FLASH_ATTN_EXT, 3, "a->op == GGML_OP_FLASH_ATTN_EXT"},
};

static struct ggml_tensor *set_word(struct ggml_call *c, int word)
{
    if (!c->refused) tensor_params(c, c->in[0], word, 0, 1);
    return c->in[0];
}

struct ggml_tensor *ggml_rule_set_parameter(struct ggml_call *c)
{
    const struct place_of_parameter *place = &places[c->function->data];
    call_need_that(c, place->text, c->in[0]->op == place->op);
    return set_word(c, place->word);
}

struct ggml_tensor *ggml_rule_set_n_kv_max(struct ggml_call *c)
{
    call_need_that(c, "a->op == GGML_OP_FLASH_ATTN_EXT", c->in[0]->op == GGML_OP_FLASH_ATTN_EXT);
    need_at_least(c, "n_kv_max >= 0", call_side(c, 0), 0);
    return set_word(c, 4);
}

static bool multiplies(const struct ggml_tensor *t)
{
    return t->op == GGML_OP_MUL_MAT || t->op == GGML_OP_MUL_MAT_ID;
}

// Other operators have no precision: the function returns false then, and so NULL is given.
struct ggml_tensor *ggml_rule_set_prec_acc(struct ggml_call *c)
{
    if (multiplies(c->in[0])) return set_word(c, 0);
    return c->in[0]->op == GGML_OP_FLASH_ATTN_EXT ? set_word(c, 3) : NULL;
}

// prec, idx
struct ggml_tensor *ggml_rule_set_prec_src(struct ggml_call *c)
{
    int64_t source = call_int(c, 1);
    call_need_that(c, "idx >= 0 && idx < GGML_MAX_SRC", source >= 0 && source < GGML_SOURCES);
    return multiplies(c->in[0]) && source == 1 ? set_word(c, 3) : NULL;
}

// ---- functions of the user's: a pointer, the number of tasks, padding, and a pointer to its data

static void custom_params(struct ggml_call *c, struct ggml_tensor *t, int n_tasks)
{
    tensor_params_unknown(t, 0, 6);
    tensor_params(c, t, 2, n_tasks, 1);
}

// n_tasks: how many threads share the work, -1 for all.
struct ggml_tensor *ggml_rule_map_custom(struct ggml_call *c)
{
    int64_t tasks = call_int(c, 0);
    call_need_that(c, "n_tasks == GGML_N_TASKS_MAX || n_tasks > 0", tasks == -1 || tasks > 0);
    struct ggml_tensor *t = tensor_like(c, c->in[0]);
    custom_params(c, t, 0);
    return tensor_result(t, (enum ggml_op)c->function->data, c->in);
}

// type, sizes, n_args, n_tasks
struct ggml_tensor *ggml_rule_custom(struct ggml_call *c)
{
    call_need_that(c, "n_args < GGML_MAX_SRC", call_int(c, 5) < GGML_SOURCES);
    enum dtype type = call_type(c, 0);
    struct ggml_tensor *t = tensor_new(
        c, type, SIZES(call_size(c, 1), call_size(c, 2), call_size(c, 3), call_size(c, 4)));
    custom_params(c, t, 6);
    return tensor_result(t, GGML_OP_CUSTOM, c->in);
}

// n_args, n_tasks
struct ggml_tensor *ggml_rule_custom_inplace(struct ggml_call *c)
{
    call_need_that(c, "n_args < GGML_MAX_SRC - 1", call_int(c, 0) < GGML_SOURCES - 1);
    struct ggml_tensor *t = tensor_view(c, c->in[0], " (view)");
    custom_params(c, t, 1);
    return tensor_result(t, GGML_OP_CUSTOM, c->in);
}

// Of whisper.cpp 1.5.0: a function of rows of floats.
struct ggml_tensor *ggml_rule_map_function(struct ggml_call *c)
{
    struct ggml_tensor *t = tensor_like(c, c->in[0]);
    tensor_params_unknown(t, 0, 2);
    return tensor_result(t, (enum ggml_op)c->function->data, c->in);
}

struct ggml_tensor *ggml_rule_map_binary(struct ggml_call *c)
{
    need_same(c, "ggml_are_same_shape(a, b)", c->in[0], c->in[1]);
    struct ggml_tensor *t = tensor_like(c, c->in[0]);
    tensor_params_unknown(t, 0, 2);
    return tensor_result(t, GGML_OP_MAP_BINARY, c->in);
}

// ---- steps of optimizers

static void need_step(struct ggml_call *c, const struct ggml_tensor *a)
{
    call_need_that(c, "a->flags & GGML_TENSOR_FLAG_PARAM", a->flags & GGML_PARAM);
    need_same(c, "ggml_are_same_shape(a, grad)", a, c->in[1]);
}

static void need_elements(struct ggml_call *c, const char *text, const struct ggml_tensor *t,
                          int64_t n)
{
    call_need_equal(c, text, side_elements(c->syms, t), side_constant(c->syms, n));
}

// a, gradient, m, v, and seven numbers
struct ggml_tensor *ggml_rule_adamw(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    need_step(c, a);
    need_same(c, "ggml_are_same_shape(a, m)", a, c->in[2]);
    need_same(c, "ggml_are_same_shape(a, v)", a, c->in[3]);
    need_type(c, "adamw_params->type == GGML_TYPE_F32", c->in[4], DTYPE_F32);
    need_elements(c, "ggml_nelements(adamw_params) == 7", c->in[4], 7);
    return tensor_result(tensor_view(c, a, " (view)"), GGML_OP_OPT_STEP_ADAMW, c->in);
}

// a, gradient, and two numbers
struct ggml_tensor *ggml_rule_sgd(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    need_step(c, a);
    need_type(c, "params->type == GGML_TYPE_F32", c->in[2], DTYPE_F32);
    need_elements(c, "ggml_nelements(params) == 2", c->in[2], 2);
    return tensor_result(tensor_view(c, a, " (view)"), GGML_OP_OPT_STEP_SGD, c->in);
}
