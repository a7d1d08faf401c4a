// Element-wise functions of one tensor, norms, and the like: results of the first tensor's sizes.

#include "frontends/ggml/rules.h"

#include <math.h>

static const char *const unary_words[] = {
#define UNARY(id) #id,
#define GLU(id)
#include "frontends/ggml/words.def"
#undef UNARY
#undef GLU
};

// Without conditions: all tensors are sources, all numbers parameters.
struct ggml_tensor *ggml_rule_like(struct ggml_call *c)
{
    struct ggml_tensor *t = tensor_like(c, c->in[0]);
    tensor_params(c, t, 0, 0, c->n_numbers);
    return tensor_result(t, (enum ggml_op)c->function->data, c->in);
}

static struct ggml_tensor *unary(struct ggml_call *c, int64_t op)
{
    struct ggml_tensor *a = c->in[0];
    need_rows(c, "ggml_is_contiguous_rows(a)", a);
    struct ggml_tensor *t = tensor_result(tensor_like(c, a), GGML_OP_UNARY, SOURCES(a));
    tensor_param(t, 0, sym_const(c->syms, op));
    t->desc = unary_words[op];
    return t;
}

// data: the operator
struct ggml_tensor *ggml_rule_unary(struct ggml_call *c)
{
    return unary(c, c->function->data);
}

// A number that the enumeration does not have is not looked at by the library either.
struct ggml_tensor *ggml_rule_unary_numbered(struct ggml_call *c)
{
    int64_t op = call_int(c, 0);
    bool is_there = op >= 0 && op < N_UNARY_OPS;
    struct ggml_tensor *t = unary(c, is_there ? op : 0);
    tensor_params(c, t, 0, 0, 1);
    if (!is_there) t->desc = ggml_op_word(GGML_OP_UNARY);
    return t;
}

// Of whisper.cpp 1.5.0, whose enumeration has other numbers.
struct ggml_tensor *ggml_rule_leaky(struct ggml_call *c)
{
    struct ggml_tensor *t = unary(c, 0);
    tensor_params_unknown(t, 0, 1);
    t->desc = "LEAKY";
    return t;
}

static float softplus(float x)
{
    return x > 20.0f ? x : logf(1 + expf(x));
}

// alpha_n, alpha_p, beta, eps; the library asks for no layout here.
struct ggml_tensor *ggml_rule_xielu(struct ggml_call *c)
{
    const struct call_number *n = c->numbers;
    struct ggml_tensor *t = tensor_result(tensor_dup(c, c->in[0]), GGML_OP_UNARY, c->in);
    t->desc = unary_words[UNARY_XIELU];
    tensor_param(t, 0, sym_const(c->syms, UNARY_XIELU));
    tensor_params_unknown(t, 1, 2);
    if (n[0].known && n[2].known)
        tensor_param_float(t, 1, (float)n[2].real + softplus((float)n[0].real));
    if (n[1].known) tensor_param_float(t, 2, softplus((float)n[1].real));
    tensor_params(c, t, 3, 2, 2);
    return t;
}

// slope, inplace
struct ggml_tensor *ggml_rule_leaky_relu(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    struct ggml_tensor *t = call_int(c, 1) ? tensor_view(c, a, " (view)") : tensor_dup(c, a);
    tensor_params(c, t, 0, 0, 1);
    return tensor_result(t, GGML_OP_LEAKY_RELU, SOURCES(a));
}

static struct ggml_tensor *scale(struct ggml_call *c)
{
    struct conditions padded = ggml_layout_padded(c->syms, c->in[0]);
    call_need(c, "ggml_is_padded_1d(a)", &padded);
    return tensor_result(tensor_like(c, c->in[0]), GGML_OP_SCALE, c->in);
}

// s, and a bias b, which is 0 where it is left out
struct ggml_tensor *ggml_rule_scale(struct ggml_call *c)
{
    struct ggml_tensor *t = scale(c);
    tensor_params(c, t, 0, 0, c->n_numbers);
    return t;
}

// By a tensor: of whisper.cpp 1.5.0.
struct ggml_tensor *ggml_rule_scale_by(struct ggml_call *c)
{
    need_ones(c, "ggml_is_scalar(b)", c->in[1], 0);
    return scale(c);
}

// c: every element
struct ggml_tensor *ggml_rule_fill(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    call_need_that(c, "a->type == GGML_TYPE_F32 || a->type == GGML_TYPE_F16",
                   a->type == DTYPE_F32 || a->type == DTYPE_F16);
    need_contiguous(c, "ggml_is_contiguous(a)", a);
    struct ggml_tensor *t = tensor_like(c, a);
    tensor_params(c, t, 0, 0, 1);
    return tensor_result(t, GGML_OP_FILL, SOURCES(a));
}

// Of whisper.cpp 1.5.0: n_past, n_head, bias_max
struct ggml_tensor *ggml_rule_alibi(struct ggml_call *c)
{
    need_at_least(c, "n_past >= 0", call_side(c, 0), 0);
    struct ggml_tensor *t = tensor_view(c, c->in[0], " (view)");
    tensor_params(c, t, 0, 0, 3);
    return tensor_result(t, GGML_OP_ALIBI, c->in);
}
