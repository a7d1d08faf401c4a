// How the operators of layers hand the gradient of their result on: products of matrices, norms,
// rows, attention, images, losses. As backward_ops.c.

#include "frontends/ggml/backward_pass.h"

// ---- products of matrices

// {n, m, qq, rr}, which s0 of {n, m, q1, r1} was repeated to: summed up by views of each
// repetition.
static struct ggml_tensor *folded_product(struct pass *p, struct ggml_tensor *t)
{
    struct syms *s = p->call->syms;
    struct ggml_tensor *s0 = p->s[0];
    if (pass_same(p, t, s0)) return t;
    call_need_equal(p->call, "tmp->ne[0] == src0->ne[0]", side_ne(t, 0), side_ne(s0, 0));
    call_need_equal(p->call, "tmp->ne[1] == src0->ne[1]", side_ne(t, 1), side_ne(s0, 1));
    call_need_equal(p->call, "tmp->ne[3] == 1", side_ne(t, 3), side_constant(s, 1));
    const struct sym *times = call_divide(p->call, "tmp->ne[2] / src0->ne[2]", t->ne[2], s0->ne[2]);
    t = pass_call(p, "ggml_view_4d", TENSORS(t),
                  NUMBERS(pass_size(s0->ne[0]), pass_size(s0->ne[1]), pass_size(s0->ne[2]),
                          pass_size(times), pass_size(t->nb[1]),
                          pass_size(sym_mul(s, t->nb[2], times)), pass_size(t->nb[2]),
                          pass_size(sym_const(s, 0))));
    return pass_binary(p, "ggml_repeat_back", t, s0);
}

void backward_mul_mat(struct pass *p)
{
    struct ggml_tensor *g = p->gradient, *s0 = p->s[0], *s1 = p->s[1];
    if (pass_needs(p, s0)) {
        call_need_equal(p->call, "grad->ne[2] == src1->ne[2]", side_ne(g, 2), side_ne(s1, 2));
        call_need_equal(p->call, "grad->ne[3] == src1->ne[3]", side_ne(g, 3), side_ne(s1, 3));
        pass_add(p, s0, folded_product(p, pass_binary(p, "ggml_out_prod", s1, g)));
    }
    if (pass_needs(p, s1)) {
        struct ggml_tensor *turned = pass_unary(p, "ggml_transpose", g);
        pass_add(p, s1, pass_binary(p, "ggml_out_prod", s0, turned));
    }
}

// ---- norms and rows

void backward_rms_norm(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0],
                 pass_call(p, "ggml_rms_norm_back", TENSORS(p->gradient, p->s[0]),
                           NUMBERS(pass_param_float(p, 0))));
}

void backward_get_rows(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(
            p, p->s[0],
            pass_call(p, "ggml_get_rows_back", TENSORS(p->gradient, p->s[1], p->s[0]), NULL, 0));
}

// ---- attention

void backward_diag_mask(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(
            p, p->s[0],
            pass_call(p, "ggml_diag_mask_zero", TENSORS(p->gradient), NUMBERS(pass_param(p, 0))));
}

void backward_soft_max(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0],
                 pass_call(p, "ggml_soft_max_ext_back", TENSORS(p->gradient, p->node),
                           NUMBERS(pass_param_float(p, 0), pass_param_float(p, 1))));
    call_need_that(p->call,
                   "(!src1 || !src1_needs_grads) && \"backward pass for softmax mask not "
                   "implemented\"",
                   !pass_needs(p, p->s[1]));
}

// Word 1 of the parameters is n_dims, 2 the mode, 4 n_ctx_orig, six floats from 5, sections
// from 11.
static struct ggml_tensor *rope_back(struct pass *p)
{
    return pass_call(p, "ggml_rope_ext_back", TENSORS(p->gradient, p->s[1], p->s[2]),
                     NUMBERS(pass_param(p, 1), pass_param(p, 2), pass_param(p, 4),
                             pass_param_float(p, 5), pass_param_float(p, 6), pass_param_float(p, 7),
                             pass_param_float(p, 8), pass_param_float(p, 9),
                             pass_param_float(p, 10)));
}

static struct ggml_tensor *rope_multi_back(struct pass *p)
{
    return pass_call(p, "ggml_rope_multi_back", TENSORS(p->gradient, p->s[1], p->s[2]),
                     NUMBERS(pass_param(p, 1), pass_param(p, 11), pass_param(p, 12),
                             pass_param(p, 13), pass_param(p, 14), pass_param(p, 2),
                             pass_param(p, 4), pass_param_float(p, 5), pass_param_float(p, 6),
                             pass_param_float(p, 7), pass_param_float(p, 8), pass_param_float(p, 9),
                             pass_param_float(p, 10)));
}

// Four positions a token are those of several axes.
static bool has_position_each(struct pass *p)
{
    struct conditions equal;
    conditions_start(&equal);
    conditions_add(&equal, p->call->syms, CONDITION_EQUAL, side_ne(p->gradient, 2),
                   side_ne(p->s[1], 0));
    return equal.verdict != VERDICT_REFUTED;
}

void backward_rope(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0], has_position_each(p) ? rope_back(p) : rope_multi_back(p));
    call_need_that(p->call,
                   "(!src2 || !src2_needs_grads) && \"gradients for freq factors not implemented\"",
                   !pass_needs(p, p->s[2]));
}

// ---- images

void backward_im2col(struct pass *p)
{
    struct ggml_tensor *s1 = p->s[1];
    if (!pass_needs(p, s1)) return;
    pass_add(p, s1,
             pass_call(p, "ggml_im2col_back", TENSORS(p->gradient, p->s[0]),
                       NUMBERS(pass_size(s1->ne[0]), pass_size(s1->ne[1]), pass_size(s1->ne[2]),
                               pass_size(s1->ne[3]), pass_param(p, 0), pass_param(p, 1),
                               pass_param(p, 2), pass_param(p, 3), pass_param(p, 4),
                               pass_param(p, 5), pass_param(p, 6))));
}

// The padding is stored as an integer, and taken as a float.
static struct call_number padding(struct pass *p, int word)
{
    struct call_number number = pass_param(p, word);
    return (struct call_number){.real = number.real, .known = number.known};
}

void backward_pool_2d(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(
            p, p->s[0],
            pass_call(p, "ggml_pool_2d_back", TENSORS(p->gradient, p->s[0]),
                      NUMBERS(pass_param(p, 0), pass_param(p, 1), pass_param(p, 2),
                              pass_param(p, 3), pass_param(p, 4), padding(p, 5), padding(p, 6))));
}

// ---- the loss

void backward_cross_entropy(struct pass *p)
{
    if (pass_needs(p, p->s[0]))
        pass_add(p, p->s[0],
                 pass_call(p, "ggml_cross_entropy_loss_back",
                           TENSORS(p->gradient, p->s[0], p->s[1]), NULL, 0));
    call_need_that(p->call, "!src1_needs_grads && \"backward pass for labels not implemented\"",
                   !pass_needs(p, p->s[1]));
}
