// How each operator hands the gradient of its result on to its sources: g is the gradient, s0 to s2
// are the sources. In the order of the library, since each contribution is appended to the graph at
// once. Operators of layers are in backward_layers.c.

#include "frontends/ggml/backward_pass.h"

#include "frontends/ggml/layout.h"

#include <string.h>

// ---- as it is

static void nothing(struct pass *p)
{
    (void)p;
}

static void of_dup(struct pass *p)
{
    if (pass_needs(p, p->s[0])) pass_add(p, p->s[0], p->gradient);
}

// What was repeated in forward is summed up in backward.
static struct ggml_tensor *folded(struct pass *p, struct ggml_tensor *t)
{
    return pass_same(p, p->s[0], p->s[1]) ? t : pass_binary(p, "ggml_repeat_back", t, p->s[1]);
}

static void of_add(struct pass *p)
{
    of_dup(p);
    if (pass_needs(p, p->s[1])) pass_add(p, p->s[1], folded(p, p->gradient));
}

static void of_add1(struct pass *p)
{
    of_dup(p);
    if (pass_needs(p, p->s[1])) pass_add(p, p->s[1], pass_unary(p, "ggml_mean", p->gradient));
}

static void of_sub(struct pass *p)
{
    of_dup(p);
    if (pass_needs(p, p->s[1])) pass_subtract(p, p->s[1], p->gradient);
}

// ---- parts

// The part of g that s1 went to, by the strides and the offset in the node's parameters.
static struct ggml_tensor *part_of_gradient(struct pass *p)
{
    const struct ggml_tensor *s1 = p->s[1];
    return pass_call(p, "ggml_view_4d", TENSORS(p->gradient),
                     NUMBERS(pass_size(s1->ne[0]), pass_size(s1->ne[1]), pass_size(s1->ne[2]),
                             pass_size(s1->ne[3]), pass_param(p, 0), pass_param(p, 1),
                             pass_param(p, 2), pass_param(p, 3)));
}

static void add_part_to_second(struct pass *p, struct ggml_tensor *part)
{
    struct ggml_tensor *dense = pass_unary(p, "ggml_cont", part);
    pass_add(p, p->s[1], pass_binary(p, "ggml_reshape", dense, p->s[1]));
}

static void of_acc(struct pass *p)
{
    of_dup(p);
    if (pass_needs(p, p->s[1])) add_part_to_second(p, part_of_gradient(p));
}

static void need_gradient_type(struct pass *p, const char *text, const struct ggml_tensor *source)
{
    const struct ggml_tensor *gradient = graph_gradient(p->graph, source);
    call_need_that(p->call, text, !gradient || gradient->type == p->gradient->type);
}

// s0 with s1 in the place of a part: that part of g is taken away from s0's.
static void of_set(struct pass *p)
{
    bool first = pass_needs(p, p->s[0]), second = pass_needs(p, p->s[1]);
    if (!first && !second) return;
    call_need_that(p->call, "src0->type == tensor->type", p->s[0]->type == p->node->type);
    need_gradient_type(p, "!cgraph->grads[isrc0] || cgraph->grads[isrc0]->type == grad->type",
                       p->s[0]);
    if (second)
        need_gradient_type(p,
                           "!cgraph->grads[isrc1] || !src1_needs_grads || "
                           "cgraph->grads[isrc1]->type == grad->type",
                           p->s[1]);
    struct ggml_tensor *part = part_of_gradient(p);
    if (first) {
        struct ggml_tensor *less = pass_unary(p, "ggml_neg", part);
        pass_add(p, p->s[0],
                 pass_call(p, "ggml_acc", TENSORS(p->gradient, less),
                           NUMBERS(pass_param(p, 0), pass_param(p, 1), pass_param(p, 2),
                                   pass_param(p, 3))));
    }
    if (second) add_part_to_second(p, part);
}

// Strides and offset of a view, in bytes of the gradient's elements.
static const struct sym *rescaled(struct pass *p, const char *text, const struct sym *bytes,
                                  int from, int to)
{
    struct syms *s = p->call->syms;
    if (from == to) return bytes;
    call_need_divides(p->call, text, side_constant(s, from), side_number(bytes));
    return sym_mul_const(s, sym_truncdiv(s, bytes, sym_const(s, from)), to);
}

static void of_view(struct pass *p)
{
    struct syms *s = p->call->syms;
    struct ggml_tensor *s0 = p->s[0];
    const struct ggml_tensor *view = p->node, *gradient = graph_gradient(p->graph, s0);
    if (!pass_needs(p, s0)) return;
    int from = 1, to = 1;
    if (gradient && gradient->type != s0->type) {
        from = dtype_block_bytes(s0->type);
        to = dtype_block_bytes(gradient->type);
    }
    const struct sym *offset = view->view_offset;
    if (s0->view_offset) offset = sym_sub(s, offset, s0->view_offset);
    offset = rescaled(p, "offset % n0 == 0", offset, from, to);
    const struct call_number part[] = {
        pass_size(rescaled(p, "nb1 % n0 == 0", view->nb[1], from, to)),
        pass_size(rescaled(p, "nb2 % n0 == 0", view->nb[2], from, to)),
        pass_size(rescaled(p, "nb3 % n0 == 0", view->nb[3], from, to)), pass_size(offset)};
    pass_add_part(p, s0, p->gradient, part);
}

// ---- products and quotients

static void of_mul(struct pass *p)
{
    struct ggml_tensor *g = p->gradient, *s0 = p->s[0], *s1 = p->s[1];
    if (pass_needs(p, s0)) pass_add(p, s0, pass_binary(p, "ggml_mul", g, s1));
    if (pass_needs(p, s1)) pass_add(p, s1, folded(p, pass_binary(p, "ggml_mul", s0, g)));
}

static void of_div(struct pass *p)
{
    struct ggml_tensor *g = p->gradient, *s0 = p->s[0], *s1 = p->s[1];
    if (pass_needs(p, s0)) pass_add(p, s0, pass_binary(p, "ggml_div", g, s1));
    if (pass_needs(p, s1)) {
        struct ggml_tensor *quotient = pass_binary(p, "ggml_div", p->node, s1);
        pass_subtract(p, s1, pass_binary(p, "ggml_mul", g, quotient));
    }
}

static void of_scale(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0],
                 pass_call(p, "ggml_scale", TENSORS(p->gradient), NUMBERS(pass_param_float(p, 0))));
}

// ---- functions of one operand

static void of_sqr(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0], pass_scale(p, pass_binary(p, "ggml_mul", p->s[0], p->gradient), 2.0f));
}

static void of_sqrt(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0], pass_scale(p, pass_binary(p, "ggml_div", p->gradient, p->node), 0.5f));
}

static void of_log(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0], pass_binary(p, "ggml_div", p->gradient, p->s[0]));
}

// g times a function of s0.
static struct ggml_tensor *times_function(struct pass *p, const char *function)
{
    return pass_binary(p, "ggml_mul", p->gradient, pass_unary(p, function, p->s[0]));
}

static void of_sin(struct pass *p)
{
    if (pass_needs(p, p->s[0])) pass_add(p, p->s[0], times_function(p, "ggml_cos"));
}

static void of_cos(struct pass *p)
{
    if (pass_needs(p, p->s[0])) pass_subtract(p, p->s[0], times_function(p, "ggml_sin"));
}

// ---- UNARY, by its word

// The same with the function in front.
static struct ggml_tensor *function_times(struct pass *p, const char *function)
{
    return pass_binary(p, "ggml_mul", pass_unary(p, function, p->s[0]), p->gradient);
}

static void of_abs(struct pass *p)
{
    if (pass_needs(p, p->s[0])) pass_add(p, p->s[0], function_times(p, "ggml_sgn"));
}

static void of_neg(struct pass *p)
{
    if (pass_needs(p, p->s[0])) pass_subtract(p, p->s[0], p->gradient);
}

static void of_relu(struct pass *p)
{
    if (pass_needs(p, p->s[0])) pass_add(p, p->s[0], function_times(p, "ggml_step"));
}

static void of_silu(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0], pass_binary(p, "ggml_silu_back", p->gradient, p->s[0]));
}

static void of_exp(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0], pass_binary(p, "ggml_mul", p->node, p->gradient));
}

static void of_expm1(struct pass *p)
{
    if (pass_needs(p, p->s[0])) pass_add(p, p->s[0], times_function(p, "ggml_exp"));
}

static void of_softplus(struct pass *p)
{
    if (pass_needs(p, p->s[0])) pass_add(p, p->s[0], times_function(p, "ggml_sigmoid"));
}

// ---- GLU

static void of_swiglu(struct pass *p)
{
    struct ggml_tensor *g = p->gradient, *s0 = p->s[0], *s1 = p->s[1];
    if (pass_needs(p, s0)) {
        call_need_that(p->call, "src1 && \"backward pass only implemented for split swiglu\"", s1);
        if (!s1) return;
        pass_add(p, s0, pass_binary(p, "ggml_silu_back", pass_binary(p, "ggml_mul", g, s1), s0));
    }
    if (pass_needs(p, s1)) pass_add(p, s1, function_times(p, "ggml_silu"));
}

// ---- sums and repetitions

static void of_sum(struct pass *p)
{
    if (pass_needs(p, p->s[0])) pass_add_one(p, p->s[0], p->gradient);
}

static void of_sum_rows(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0], pass_binary(p, "ggml_repeat", p->gradient, p->s[0]));
}

static void of_mean(struct pass *p)
{
    int64_t n;
    if (!pass_needs(p, p->s[0])) return;
    struct call_number factor = {.known = false};
    if (sym_is_const(p->s[0]->ne[0], &n)) factor = pass_float(1.0f / (float)n);
    pass_add_one(p, p->s[0], pass_call(p, "ggml_scale", TENSORS(p->gradient), NUMBERS(factor)));
}

static void of_repeat(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0], pass_binary(p, "ggml_repeat_back", p->gradient, p->s[0]));
}

// ---- copies and other shapes

static void of_cpy(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0], pass_binary(p, "ggml_reshape", p->gradient, p->s[0]));
}

static void need_contiguous(struct pass *p, const char *text, const struct ggml_tensor *t)
{
    struct conditions all = ggml_layout_contiguous(p->call->syms, t, 0);
    call_need(p->call, text, &all);
}

static void of_cont(struct pass *p)
{
    struct syms *s = p->call->syms;
    struct ggml_tensor *g = p->gradient, *s0 = p->s[0];
    if (!pass_needs(p, s0)) return;
    const struct ggml_tensor *before = graph_gradient(p->graph, s0);
    if (before)
        need_contiguous(p, "!cgraph->grads[isrc0] || ggml_is_contiguous(cgraph->grads[isrc0])",
                        before);
    need_contiguous(p, "ggml_is_contiguous(grad)", g);
    call_need_equal(p->call, "ggml_nelements(tensor) == ggml_nelements(src0)",
                    side_elements(s, p->node), side_elements(s, s0));
    pass_add(p, s0, pass_same(p, p->node, s0) ? g : pass_binary(p, "ggml_reshape", g, s0));
}

static void of_reshape(struct pass *p)
{
    struct ggml_tensor *g = p->gradient;
    if (!pass_needs(p, p->s[0])) return;
    if (!pass_contiguous(p, g)) g = pass_unary(p, "ggml_cont", g);
    pass_add(p, p->s[0], pass_binary(p, "ggml_reshape", g, p->s[0]));
}

static void of_permute(struct pass *p)
{
    int64_t back[GGML_DIMS] = {0};
    struct syms *s = p->call->syms;
    if (!pass_needs(p, p->s[0])) return;
    for (int i = 0; i < GGML_DIMS; i++) {
        if (p->node->params_unknown & 1u << i) pass_fail(p, BACKWARD_UNKNOWN, p->node);
        back[p->node->params[i] & 3] = i;
    }
    pass_add(
        p, p->s[0],
        pass_call(p, "ggml_permute", TENSORS(p->gradient),
                  NUMBERS(pass_size(sym_const(s, back[0])), pass_size(sym_const(s, back[1])),
                          pass_size(sym_const(s, back[2])), pass_size(sym_const(s, back[3])))));
}

static void of_transpose(struct pass *p)
{
    if (pass_needs(p, p->s[0])) pass_add(p, p->s[0], pass_unary(p, "ggml_transpose", p->gradient));
}

// ---- the table

static const backward_rule by_op[N_GGML_OPS] = {
    [GGML_OP_NONE] = nothing,
    [GGML_OP_DUP] = of_dup,
    [GGML_OP_ADD] = of_add,
    [GGML_OP_ADD1] = of_add1,
    [GGML_OP_ACC] = of_acc,
    [GGML_OP_SUB] = of_sub,
    [GGML_OP_MUL] = of_mul,
    [GGML_OP_DIV] = of_div,
    [GGML_OP_SQR] = of_sqr,
    [GGML_OP_SQRT] = of_sqrt,
    [GGML_OP_LOG] = of_log,
    [GGML_OP_SIN] = of_sin,
    [GGML_OP_COS] = of_cos,
    [GGML_OP_SUM] = of_sum,
    [GGML_OP_SUM_ROWS] = of_sum_rows,
    [GGML_OP_MEAN] = of_mean,
    [GGML_OP_REPEAT] = of_repeat,
    [GGML_OP_REPEAT_BACK] = of_sum_rows,
    [GGML_OP_RMS_NORM] = backward_rms_norm,
    [GGML_OP_MUL_MAT] = backward_mul_mat,
    [GGML_OP_SCALE] = of_scale,
    [GGML_OP_SET] = of_set,
    [GGML_OP_CPY] = of_cpy,
    [GGML_OP_CONT] = of_cont,
    [GGML_OP_RESHAPE] = of_reshape,
    [GGML_OP_VIEW] = of_view,
    [GGML_OP_PERMUTE] = of_permute,
    [GGML_OP_TRANSPOSE] = of_transpose,
    [GGML_OP_GET_ROWS] = backward_get_rows,
    [GGML_OP_DIAG_MASK_INF] = backward_diag_mask,
    [GGML_OP_DIAG_MASK_ZERO] = backward_diag_mask,
    [GGML_OP_SOFT_MAX] = backward_soft_max,
    [GGML_OP_ROPE] = backward_rope,
    [GGML_OP_IM2COL] = backward_im2col,
    [GGML_OP_POOL_2D] = backward_pool_2d,
    [GGML_OP_CROSS_ENTROPY_LOSS] = backward_cross_entropy,
};

static const struct {
    enum ggml_op op;
    const char *word;
    backward_rule rule;
} by_word[] = {
    {GGML_OP_UNARY, "ABS", of_abs},           {GGML_OP_UNARY, "SGN", nothing},
    {GGML_OP_UNARY, "NEG", of_neg},           {GGML_OP_UNARY, "STEP", nothing},
    {GGML_OP_UNARY, "RELU", of_relu},         {GGML_OP_UNARY, "SILU", of_silu},
    {GGML_OP_UNARY, "EXP", of_exp},           {GGML_OP_UNARY, "EXPM1", of_expm1},
    {GGML_OP_UNARY, "SOFTPLUS", of_softplus}, {GGML_OP_GLU, "SWIGLU", of_swiglu},
};

backward_rule backward_rule_of(const struct ggml_tensor *node)
{
    for (size_t i = 0; i < sizeof by_word / sizeof *by_word; i++)
        if (by_word[i].op == node->op && strcmp(by_word[i].word, node->desc) == 0)
            return by_word[i].rule;
    return by_op[node->op];
}
