// Products of matrices.

#include "frontends/ggml/rules.h"

static void need_not_transposed(struct ggml_call *c, const char *text, const struct ggml_tensor *t)
{
    struct conditions all = ggml_layout_not_transposed(c->syms, t);
    call_need(c, text, &all);
}

// Rows of both are multiplied, so ne[0] is what they share: a [K, M], b [K, N] give [M, N].
struct ggml_tensor *make_mul_mat(struct ggml_call *c, struct ggml_tensor *a, struct ggml_tensor *b)
{
    struct conditions fits = ggml_layout_multiplies(c->syms, a, b, 0);
    call_need(c, "ggml_can_mul_mat(a, b)", &fits);
    need_not_transposed(c, "!ggml_is_transposed(a)", a);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(a->ne[1], b->ne[1], b->ne[2], b->ne[3]));
    return tensor_result(t, GGML_OP_MUL_MAT, SOURCES(a, b));
}

struct ggml_tensor *ggml_rule_mul_mat(struct ggml_call *c)
{
    return make_mul_mat(c, c->in[0], c->in[1]);
}

// as [K, M, experts], b [K, used, tokens], ids [used, tokens] give [M, used, tokens].
struct ggml_tensor *ggml_rule_mul_mat_id(struct ggml_call *c)
{
    struct ggml_tensor *as = c->in[0], *b = c->in[1], *ids = c->in[2];
    need_not_transposed(c, "!ggml_is_transposed(as)", as);
    need_type(c, "ids->type == GGML_TYPE_I32", ids, DTYPE_I32);
    need_ne_is(c, "as->ne[3] == 1", as, 3, 1);
    need_ne_is(c, "b->ne[3] == 1", b, 3, 1);
    need_ones(c, "ids->ne[2] == 1 && ids->ne[3] == 1", ids, 2);
    need_ne(c, "ids->ne[1] == b->ne[2]", ids, 1, b, 2);
    need_ne(c, "as->ne[0] == b->ne[0]", as, 0, b, 0);
    need_ne_divides(c, "ids->ne[0] % b->ne[1] == 0", b, 1, ids, 0);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(as->ne[1], ids->ne[0], b->ne[2]));
    return tensor_result(t, GGML_OP_MUL_MAT_ID, c->in);
}

// Columns of both are multiplied: a [M, K], b [N, K] give [M, N].
struct ggml_tensor *ggml_rule_out_prod(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    struct conditions fits = ggml_layout_multiplies(c->syms, a, b, 1);
    call_need(c, "ggml_can_out_prod(a, b)", &fits);
    need_not_transposed(c, "!ggml_is_transposed(a)", a);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(a->ne[0], b->ne[0], b->ne[2], b->ne[3]));
    return tensor_result(t, GGML_OP_OUT_PROD, c->in);
}

// Solves a x = b for a lower triangular a; the library has no other kind.
// left, lower, uni
struct ggml_tensor *ggml_rule_solve_tri(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    need_type(c, "a->type == GGML_TYPE_F32", a, DTYPE_F32);
    need_type(c, "b->type == GGML_TYPE_F32", b, DTYPE_F32);
    need_ne(c, "a->ne[0] == a->ne[1]", a, 0, a, 1);
    need_ne(c, "a->ne[1] == b->ne[1]", a, 1, b, 1);
    need_ne(c, "a->ne[2] == b->ne[2]", a, 2, b, 2);
    need_ne(c, "a->ne[3] == b->ne[3]", a, 3, b, 3);
    need_contiguous(c, "ggml_is_contiguous(a)", a);
    need_contiguous(c, "ggml_is_contiguous(b)", b);
    call_need_that(c, "lower && left && !uni", call_int(c, 1) && call_int(c, 0) && !call_int(c, 2));
    return tensor_result(tensor_new(c, DTYPE_F32, b->ne), GGML_OP_SOLVE_TRI, c->in);
}

// ---- of whisper.cpp 1.5.0

struct ggml_tensor *ggml_rule_flash_attn_old(struct ggml_call *c)
{
    struct ggml_tensor *q = c->in[0];
    struct conditions fits = ggml_layout_multiplies(c->syms, c->in[1], q, 0);
    call_need(c, "ggml_can_mul_mat(k, q)", &fits);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, q->ne);
    tensor_params(c, t, 0, 0, 1);
    return tensor_result(t, GGML_OP_FLASH_ATTN, c->in);
}

struct ggml_tensor *ggml_rule_flash_ff(struct ggml_call *c)
{
    struct conditions fits = ggml_layout_multiplies(c->syms, c->in[1], c->in[0], 0);
    call_need(c, "ggml_can_mul_mat(b0, a)", &fits);
    return tensor_result(tensor_new(c, DTYPE_F32, c->in[0]->ne), GGML_OP_FLASH_FF, c->in);
}
