// Attention and positions: softmax, rope, flash attention, relative positions.

#include "frontends/ggml/rules.h"

// ---- softmax

static void need_mask(struct ggml_call *c, const struct ggml_tensor *a,
                      const struct ggml_tensor *mask)
{
    call_need_that(c, "mask->type == GGML_TYPE_F16 || mask->type == GGML_TYPE_F32",
                   mask->type == DTYPE_F16 || mask->type == DTYPE_F32);
    need_contiguous(c, "ggml_is_contiguous(mask)", mask);
    need_ne(c, "mask->ne[0] == a->ne[0]", mask, 0, a, 0);
    call_need_at_most(c, "mask->ne[1] >= a->ne[1]", side_ne(a, 1), side_ne(mask, 1));
    need_ne_divides(c, "a->ne[2]%mask->ne[2] == 0", mask, 2, a, 2);
    need_ne_divides(c, "a->ne[3]%mask->ne[3] == 0", mask, 3, a, 3);
}

// Along rows, without a mask, of scale 1.
struct ggml_tensor *ggml_rule_soft_max(struct ggml_call *c)
{
    need_contiguous(c, "ggml_is_contiguous(a)", c->in[0]);
    struct ggml_tensor *t = tensor_like(c, c->in[0]);
    tensor_param_float(t, 0, 1.0f);
    return tensor_result(t, GGML_OP_SOFT_MAX, c->in);
}

// The mask has one column for each of a, at least as many rows, and is repeated over heads and
// batch; scale, max_bias
struct ggml_tensor *ggml_rule_soft_max_ext(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *mask = c->in[1];
    need_contiguous(c, "ggml_is_contiguous(a)", a);
    if (mask) need_mask(c, a, mask);
    if (call_is_positive(c, 1)) call_need_that(c, "mask", mask);
    struct ggml_tensor *t = tensor_like(c, a);
    tensor_params(c, t, 0, 0, 2);
    return tensor_result(t, GGML_OP_SOFT_MAX, SOURCES(a, mask));
}

// ---- rope

// Where a rope's numbers stand; -1: it has none of them.
struct rope {
    enum ggml_op op;
    struct ggml_tensor *factors;
    int n_dims, mode;
    int sections; // 4 of them
    int rest;     // n_ctx_orig and six floats
};

#define ROPE_MROPE 8
#define ROPE_VISION 24

static void rope_params(struct ggml_call *c, struct ggml_tensor *t, const struct rope *r,
                        int64_t mode)
{
    tensor_params(c, t, 1, r->n_dims, 1);
    tensor_params(c, t, 2, r->mode, 1);
    if (r->rest >= 0) {
        tensor_params(c, t, 4, r->rest, 7);
    } else {
        tensor_param_float(t, 5, 10000.0f); // base of the frequencies
        tensor_param_float(t, 6, 1.0f);     // their scale
        tensor_param_float(t, 8, 1.0f);     // factor of the attention
    }
    if (mode & ROPE_MROPE && r->sections >= 0) tensor_params(c, t, 11, r->sections, 4);
}

static void need_positions(struct ggml_call *c, const struct ggml_tensor *a,
                           const struct ggml_tensor *b, int64_t mode)
{
    need_ones(c, "ggml_is_vector(b)", b, 1);
    need_type(c, "b->type == GGML_TYPE_I32", b, DTYPE_I32);
    if (mode & ROPE_MROPE)
        call_need_equal(c, "a->ne[2] * 4 == b->ne[0]",
                        side_number(sym_mul_const(c->syms, a->ne[2], 4)), side_ne(b, 0));
    else
        need_ne(c, "a->ne[2] == b->ne[0]", a, 2, b, 0);
}

// n_dims is not held against a's rows.
static struct ggml_tensor *rope(struct ggml_call *c, const struct rope *r)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1], *factors = r->factors;
    int64_t mode = call_int(c, r->mode);
    call_need_that(c, "(mode & 1) == 0 && \"mode & 1 == 1 is no longer supported\"",
                   (mode & 1) == 0);
    need_positions(c, a, b, mode);
    if (factors) {
        const struct sym *half =
            sym_truncdiv(c->syms, call_size(c, r->n_dims), sym_const(c->syms, 2));
        need_type(c, "c->type == GGML_TYPE_F32", factors, DTYPE_F32);
        call_need_at_most(c, "c->ne[0] >= n_dims / 2", side_number(half), side_ne(factors, 0));
    }
    struct ggml_tensor *t = tensor_like(c, a);
    rope_params(c, t, r, mode);
    return tensor_result(t, r->op, SOURCES(a, b, factors));
}

// Positions are one for each token, which is dimension 2 of a.
struct ggml_tensor *ggml_rule_rope(struct ggml_call *c)
{
    return rope(c, &(struct rope){GGML_OP_ROPE, NULL, 0, 1, -1, -1});
}

struct ggml_tensor *ggml_rule_rope_custom(struct ggml_call *c)
{
    return rope(c, &(struct rope){GGML_OP_ROPE, NULL, 0, 1, -1, 2});
}

// With factors for the frequencies, one for each pair of dimensions.
struct ggml_tensor *ggml_rule_rope_ext(struct ggml_call *c)
{
    return rope(c, &(struct rope){(enum ggml_op)c->function->data, c->in[2], 0, 1, -1, 2});
}

// n_dims, four sections, mode
struct ggml_tensor *ggml_rule_rope_multi(struct ggml_call *c)
{
    return rope(c, &(struct rope){(enum ggml_op)c->function->data, c->in[2], 0, 5, 1, 6});
}

struct ggml_tensor *ggml_rule_rope_set_offset(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    call_need_that(c, "a->op == GGML_OP_ROPE || a->op == GGML_OP_ROPE_BACK",
                   a->op == GGML_OP_ROPE || a->op == GGML_OP_ROPE_BACK);
    need_at_least(c, "n_offs >= 0", call_side(c, 0), 0);
    call_need_that(c, "mode != GGML_ROPE_TYPE_VISION", a->params[2] != ROPE_VISION);
    if (!c->refused) tensor_params(c, a, 15, 0, 1);
    return a;
}

// ---- rope of whisper.cpp 1.5.0: n_dims, mode, n_ctx, and all floats or none

static struct ggml_tensor *rope_old(struct ggml_call *c, enum ggml_op op)
{
    struct ggml_tensor *a = c->in[0];
    need_positions(c, a, c->in[1], 0);
    struct ggml_tensor *t = tensor_like(c, a);
    tensor_params(c, t, 1, 0, c->n_numbers);
    if (c->n_numbers == 3) {
        tensor_param_float(t, 5, 10000.0f);
        tensor_param_float(t, 6, 1.0f);
        tensor_param_float(t, 8, 1.0f);
    }
    return tensor_result(t, op, c->in);
}

struct ggml_tensor *ggml_rule_rope_old(struct ggml_call *c)
{
    return rope_old(c, GGML_OP_ROPE);
}

struct ggml_tensor *ggml_rule_rope_back_old(struct ggml_call *c)
{
    return rope_old(c, GGML_OP_ROPE_BACK);
}

// n_dims, base, down
struct ggml_tensor *ggml_rule_rope_xpos(struct ggml_call *c)
{
    need_positions(c, c->in[0], c->in[1], 0);
    struct ggml_tensor *t = tensor_like(c, c->in[0]);
    tensor_params(c, t, 1, 0, 1);
    tensor_param_float(t, 5, 10000.0f);
    tensor_param_float(t, 6, 1.0f);
    tensor_param_float(t, 8, 1.0f);
    tensor_params(c, t, 11, 1, 2);
    return tensor_result(t, GGML_OP_ROPE, c->in);
}

// ---- flash attention

// q [K, tokens, heads], k [K, n_kv, heads_kv], v [V, n_kv, heads_kv] give [V, heads, tokens].
// scale, max_bias, logit_softcap
struct ggml_tensor *ggml_rule_flash_attn(struct ggml_call *c)
{
    struct ggml_tensor *q = c->in[0], *k = c->in[1], *v = c->in[2], *mask = c->in[3];
    struct conditions fits = ggml_layout_multiplies(c->syms, k, q, 0);
    call_need(c, "ggml_can_mul_mat(k, q)", &fits);
    need_ne(c, "q->ne[3] == k->ne[3]", q, 3, k, 3);
    need_ne(c, "q->ne[3] == v->ne[3]", q, 3, v, 3);
    if (mask) {
        need_type(c, "mask->type == GGML_TYPE_F16", mask, DTYPE_F16);
        need_contiguous(c, "ggml_is_contiguous(mask)", mask);
        need_ne_divides(c, "q->ne[2] % mask->ne[2] == 0", mask, 2, q, 2);
        need_ne_divides(c, "q->ne[3] % mask->ne[3] == 0", mask, 3, q, 3);
    }
    if (call_is_positive(c, 1)) call_need_that(c, "mask", mask);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(v->ne[0], q->ne[2], q->ne[1], q->ne[3]));
    tensor_params(c, t, 0, 0, 3);
    return tensor_result(t, GGML_OP_FLASH_ATTN_EXT, SOURCES(q, k, v, mask));
}

// The library has only the beginning of it.
struct ggml_tensor *ggml_rule_flash_attn_back(struct ggml_call *c)
{
    call_abort(c, "TODO: adapt to ggml_flash_attn_ext() changes");
    return tensor_dup(c, c->in[0]);
}

// ---- sinks become a source of a tensor that is there already

struct sinks {
    enum ggml_op op;
    int source;
    const char *op_text, *free_text;
};

static const struct sinks kinds_of_sinks[] = {
    {GGML_OP_SOFT_MAX, 2, "a->op == GGML_OP_SOFT_MAX", "a->src[2] == NULL"},
    {GGML_OP_FLASH_ATTN_EXT, 4, "a->op == GGML_OP_FLASH_ATTN_EXT", "a->src[4] == NULL"}};

struct ggml_tensor *ggml_rule_add_sinks(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *sinks = c->in[1];
    const struct sinks *kind = &kinds_of_sinks[c->function->data != GGML_OP_SOFT_MAX];
    if (sinks) {
        call_need_that(c, kind->op_text, a->op == kind->op);
        call_need_that(c, kind->free_text, !a->src[kind->source]);
        if (!c->refused) need_ne(c, "a->src[0]->ne[2] == sinks->ne[0]", a->src[0], 2, sinks, 0);
        need_type(c, "sinks->type == GGML_TYPE_F32", sinks, DTYPE_F32);
    }
    if (!c->refused) a->src[kind->source] = sinks;
    return a;
}

// ---- relative positions of Segment Anything

// qh, kh; f16 whatever a is
struct ggml_tensor *ggml_rule_get_rel_pos(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    const struct sym *qh = call_size(c, 0), *kh = call_size(c, 1);
    call_need_equal(c, "qh == kh", call_side(c, 0), call_side(c, 1));
    const struct sym *n =
        sym_add_const(c->syms, sym_mul_const(c->syms, sym_max(c->syms, qh, kh), 2), -1);
    call_need_equal(c, "2*MAX(qh, kh) - 1 == a->ne[1]", side_number(n), side_ne(a, 1));
    return tensor_result(tensor_new(c, DTYPE_F16, SIZES(a->ne[0], kh, qh)), GGML_OP_GET_REL_POS,
                         c->in);
}

// a is an attention over windows of W by H; pw and ph are what its axes add.
struct ggml_tensor *ggml_rule_add_rel_pos(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *pw = c->in[1], *ph = c->in[2];
    need_same(c, "ggml_are_same_shape(pw, ph)", pw, ph);
    need_contiguous(c, "ggml_is_contiguous(a)", a);
    need_contiguous(c, "ggml_is_contiguous(pw)", pw);
    need_contiguous(c, "ggml_is_contiguous(ph)", ph);
    need_type(c, "ph->type == GGML_TYPE_F32", ph, DTYPE_F32);
    need_type(c, "pw->type == GGML_TYPE_F32", pw, DTYPE_F32);
    need_ne(c, "pw->ne[3] == a->ne[2]", pw, 3, a, 2);
    call_need_equal(c, "pw->ne[0]*pw->ne[0] == a->ne[0]",
                    side_number(sym_mul(c->syms, pw->ne[0], pw->ne[0])), side_ne(a, 0));
    call_need_equal(c, "pw->ne[1]*pw->ne[2] == a->ne[1]",
                    side_number(sym_mul(c->syms, pw->ne[1], pw->ne[2])), side_ne(a, 1));
    struct ggml_tensor *t = tensor_like(c, a);
    tensor_param(t, 0, sym_const(c->syms, c->function->place == IN_PLACE));
    return tensor_result(t, GGML_OP_ADD_REL_POS, c->in);
}
