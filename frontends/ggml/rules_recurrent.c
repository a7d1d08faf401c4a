// Recurrent models and others of one family each: Mamba, RWKV, linear attention, DeepSeek.

#include "frontends/ggml/rules.h"

#include <math.h>

static struct side product(struct ggml_call *c, const struct sym *a, const struct sym *b)
{
    return side_number(sym_mul(c->syms, a, b));
}

// ---- Mamba

// sx [d_conv - 1 + tokens, d_inner, sequences], kernel [d_conv, d_inner]
struct ggml_tensor *ggml_rule_ssm_conv(struct ggml_call *c)
{
    struct ggml_tensor *sx = c->in[0], *kernel = c->in[1];
    need_ones(c, "ggml_is_3d(sx)", sx, 3);
    need_ones(c, "ggml_is_matrix(c)", kernel, 2);
    const struct sym *tokens =
        sym_add_const(c->syms, sym_sub(c->syms, sx->ne[0], kernel->ne[0]), 1);
    need_ne(c, "sx->ne[1] == d_inner", sx, 1, kernel, 1);
    need_at_least(c, "n_t >= 0", side_number(tokens), 0);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(kernel->ne[1], tokens, sx->ne[2]));
    return tensor_result(t, GGML_OP_SSM_CONV, c->in);
}

static void need_scan_layout(struct ggml_call *c)
{
    static const char *const dense[] = {"x->nb[0] == ggml_type_size(x->type)",
                                        "B->nb[0] == ggml_type_size(B->type)",
                                        "C->nb[0] == ggml_type_size(C->type)"};
    static const char *const rows[] = {"x->nb[1] == x->ne[0]*x->nb[0]",
                                       "B->nb[1] == B->ne[0]*B->nb[0]",
                                       "C->nb[1] == C->ne[0]*C->nb[0]"};
    const struct ggml_tensor *strided[] = {c->in[1], c->in[4], c->in[5]};
    need_contiguous(c, "ggml_is_contiguous(s)", c->in[0]);
    need_contiguous(c, "ggml_is_contiguous(dt)", c->in[2]);
    need_contiguous(c, "ggml_is_contiguous(A)", c->in[3]);
    for (int i = 0; i < 3; i++) {
        struct conditions all = ggml_layout_dense(c->syms, strided[i]);
        call_need(c, dense[i], &all);
    }
    for (int i = 0; i < 3; i++)
        call_need_equal(c, rows[i], side_nb(strided[i], 1),
                        product(c, strided[i]->ne[0], strided[i]->nb[0]));
}

// n is 1 or the size of the other: (n - 1) * (n - other) == 0 where neither is known.
static void need_one_or(struct ggml_call *c, const char *text, struct side n, struct side other)
{
    if (sym_is(n.size, 1) || n.size == other.size) return;
    if (sym_is_const(n.size, NULL)) {
        call_need_equal(c, text, n, other);
        return;
    }
    const struct sym *less = sym_add_const(c->syms, n.size, -1);
    n.size = sym_mul(c->syms, less, n.size);
    other.size = sym_mul(c->syms, less, other.size);
    call_need_equal(c, text, n, other);
}

// Decays by state and head (Mamba 1), or one a head: then there may be several states.
static void need_decays(struct ggml_call *c, const struct ggml_tensor *A, struct side d_state,
                        const struct sym *K)
{
    if (sym_is(A->ne[0], 1)) return;
    need_one_or(c, "A->ne[0] == d_state", side_ne(A, 0), d_state);
    bool known = sym_is_const(A->ne[0], NULL);
    const struct sym *one = sym_const(c->syms, 1);
    const struct sym *factor = known ? one : sym_add_const(c->syms, A->ne[0], -1);
    call_need_equal(c, "K == 1", product(c, factor, K), side_number(factor));
}

static void need_scan_sizes(struct ggml_call *c)
{
    const struct ggml_tensor *s = c->in[0], *x = c->in[1], *dt = c->in[2], *A = c->in[3];
    const struct ggml_tensor *B = c->in[4], *C = c->in[5], *ids = c->in[6];
    need_same(c, "ggml_are_same_shape(B, C)", B, C);
    need_type(c, "ids->type == GGML_TYPE_I32", ids, DTYPE_I32);
    need_ne(c, "dt->ne[0] == n_head", dt, 0, x, 1);
    need_ne(c, "dt->ne[1] == n_seq_tokens", dt, 1, x, 2);
    need_ne(c, "dt->ne[2] == n_seqs", dt, 2, x, 3);
    need_ones(c, "ggml_is_3d(dt)", dt, 3);
    need_ne(c, "s->ne[1] == head_dim", s, 1, x, 0);
    need_ne(c, "s->ne[2] == n_head", s, 2, x, 1);
    need_ne(c, "B->ne[0] == d_state", B, 0, s, 0);
    need_ne(c, "B->ne[2] == n_seq_tokens", B, 2, x, 2);
    need_ne(c, "B->ne[3] == n_seqs", B, 3, x, 3);
    need_ne(c, "ids->ne[0] == n_seqs", ids, 0, x, 3);
    need_ones(c, "ggml_is_vector(ids)", ids, 1);
    need_ne(c, "A->ne[1] == n_head", A, 1, x, 1);
    need_ones(c, "ggml_is_matrix(A)", A, 2);
}

// s, x, dt, A, B, C, ids; the result holds y, and K states behind it.
struct ggml_tensor *ggml_rule_ssm_scan(struct ggml_call *c)
{
    struct ggml_tensor *s = c->in[0], *x = c->in[1], *ids = c->in[6];
    bool has_states = c->function->data == SCAN_STATES;
    const struct sym *K = has_states ? call_size(c, 0) : sym_const(c->syms, 1);
    need_at_least(c, "K >= 1", side_number(K), 1);
    call_need_at_most(c, "K <= INT32_MAX", side_number(K), side_constant(c->syms, INT32_MAX));
    need_scan_layout(c);
    need_scan_sizes(c);
    need_decays(c, c->in[3], side_ne(s, 0), K);
    const struct sym *states = K;
    for (int i = 0; i < 3; i++) states = sym_mul(c->syms, states, s->ne[i]);
    states = sym_mul(c->syms, states, ids->ne[0]);
    const struct sym *all = sym_add(c->syms, ggml_element_count(c->syms, x), states);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(all));
    if (has_states) tensor_params(c, t, 0, 0, 1);
    return tensor_result(t, GGML_OP_SSM_SCAN, c->in);
}

// ---- RWKV and gated linear attention: outputs, and the state behind them

struct head {
    const char *contiguous; // text
    const char *sizes;      // text, NULL: its sizes are not looked at
};

// k is the one that has the sizes: [head size, heads, tokens]; the last tensor is the state.
static struct ggml_tensor *linear_attention(struct ggml_call *c, const struct head *heads, int n,
                                            int k_index, enum ggml_op op)
{
    const struct ggml_tensor *k = c->in[k_index], *state = c->in[n];
    const struct sym *S = k->ne[0], *H = k->ne[1], *sequences = state->ne[1];
    for (int i = 0; i < n; i++) need_contiguous(c, heads[i].contiguous, c->in[i]);
    need_contiguous(c, "ggml_is_contiguous(state)", state);
    for (int i = 0; i < n; i++)
        for (int axis = 0; axis < 3 && heads[i].sizes; axis++)
            need_ne(c, heads[i].sizes, c->in[i], axis, k, axis);
    const struct sym *matrix = sym_mul(c->syms, sym_mul(c->syms, S, S), H);
    call_need_equal(c, "ggml_nelements(state) == S * S * H * n_seqs", side_elements(c->syms, state),
                    product(c, matrix, sequences));
    const struct sym *rows = sym_add(c->syms, k->ne[2], sym_mul(c->syms, S, sequences));
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(sym_mul(c->syms, S, H), rows));
    tensor_params(c, t, 0, 0, c->n_numbers);
    return tensor_result(t, op, c->in);
}

#define SIZES_TEXT(x) x "->ne[0] == S && " x "->ne[1] == H && " x "->ne[2] == n_tokens"
#define HEAD(x)                                                                                    \
    {                                                                                              \
        "ggml_is_contiguous(" x ")", SIZES_TEXT(x)                                                 \
    }
#define HEAD_OF_ANY_SIZE(x)                                                                        \
    {                                                                                              \
        "ggml_is_contiguous(" x ")", NULL                                                          \
    }

// k, v, r, tf, td, state
struct ggml_tensor *ggml_rule_rwkv_wkv6(struct ggml_call *c)
{
    static const struct head heads[] = {HEAD_OF_ANY_SIZE("k"), HEAD("v"), HEAD("r"),
                                        HEAD_OF_ANY_SIZE("tf"), HEAD("td")};
    return linear_attention(c, heads, 5, 0, GGML_OP_RWKV_WKV6);
}

// k, v, q, g, state; scale
struct ggml_tensor *ggml_rule_gated_linear_attn(struct ggml_call *c)
{
    static const struct head heads[] = {HEAD_OF_ANY_SIZE("k"), HEAD("v"), HEAD("q"), HEAD("g")};
    return linear_attention(c, heads, 4, 0, GGML_OP_GATED_LINEAR_ATTN);
}

// r, w, k, v, a, b, state
struct ggml_tensor *ggml_rule_rwkv_wkv7(struct ggml_call *c)
{
    static const struct head heads[] = {
        HEAD_OF_ANY_SIZE("r"), HEAD("w"), HEAD("k"), HEAD("v"), HEAD("a"), HEAD("b")};
    return linear_attention(c, heads, 6, 2, GGML_OP_RWKV_WKV7);
}

static void need_delta_layout(struct ggml_call *c)
{
    static const char *const types[] = {
        "q->type == GGML_TYPE_F32", "k->type == GGML_TYPE_F32",    "v->type == GGML_TYPE_F32",
        "g->type == GGML_TYPE_F32", "beta->type == GGML_TYPE_F32", "state->type == GGML_TYPE_F32"};
    need_rows(c, "ggml_is_contiguous_rows(q)", c->in[0]);
    need_rows(c, "ggml_is_contiguous_rows(k)", c->in[1]);
    need_rows(c, "ggml_is_contiguous_rows(v)", c->in[2]);
    need_contiguous(c, "ggml_is_contiguous(g)", c->in[3]);
    need_contiguous(c, "ggml_is_contiguous(beta)", c->in[4]);
    need_contiguous(c, "ggml_is_contiguous(state)", c->in[5]);
    for (int i = 0; i < 6; i++) need_type(c, types[i], c->in[i], DTYPE_F32);
}

// q, k, v, g, beta, state; K
struct ggml_tensor *ggml_rule_gated_delta_net(struct ggml_call *c)
{
    const struct ggml_tensor *v = c->in[2], *g = c->in[3], *beta = c->in[4], *state = c->in[5];
    const struct sym *S = v->ne[0], *H = v->ne[1], *tokens = v->ne[2], *sequences = v->ne[3];
    need_delta_layout(c);
    need_one_or(c, "g->ne[0] == 1 || g->ne[0] == S_v", side_ne(g, 0), side_ne(v, 0));
    need_ne_is(c, "beta->ne[0] == 1", beta, 0, 1);
    need_ne(c, "state->ne[0] == S_v", state, 0, v, 0);
    need_ne(c, "state->ne[1] == S_v", state, 1, v, 0);
    need_ne(c, "state->ne[2] == H", state, 2, v, 1);
    need_ne(c, "state->ne[3] == n_seqs", state, 3, v, 3);
    need_at_least(c, "K >= 1", call_side(c, 0), 1);
    const struct sym *states = sym_mul(c->syms, sym_mul(c->syms, call_size(c, 0), S), sequences);
    const struct sym *rows = sym_add(c->syms, sym_mul(c->syms, tokens, sequences), states);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(sym_mul(c->syms, S, H), rows));
    tensor_params(c, t, 0, 0, 1);
    return tensor_result(t, GGML_OP_GATED_DELTA_NET, c->in);
}

// ---- DeepSeek

// q [n_embd, heads, batch], k [n_embd, 1, n_kv], weights [heads, batch], mask [n_kv, batch]
struct ggml_tensor *ggml_rule_lightning_indexer(struct ggml_call *c)
{
    const struct ggml_tensor *q = c->in[0], *k = c->in[1], *weights = c->in[2], *mask = c->in[3];
    need_type(c, "q->type == GGML_TYPE_F32", q, DTYPE_F32);
    need_type(c, "weights->type == GGML_TYPE_F32", weights, DTYPE_F32);
    need_type(c, "mask->type == GGML_TYPE_F16", mask, DTYPE_F16);
    need_ne(c, "q->ne[0] == k->ne[0]", q, 0, k, 0);
    need_ne(c, "mask->ne[0] == k->ne[2]", mask, 0, k, 2);
    need_ne(c, "q->ne[1] == weights->ne[0]", q, 1, weights, 0);
    need_ne_is(c, "k->ne[1] == 1", k, 1, 1);
    need_ne(c, "mask->ne[1] == q->ne[2]", mask, 1, q, 2);
    need_ne(c, "q->ne[2] == weights->ne[1]", q, 2, weights, 1);
    need_ne_is(c, "weights->ne[2] == 1", weights, 2, 1);
    need_ne_is(c, "mask->ne[2] == 1", mask, 2, 1);
    need_ne(c, "q->ne[3] == k->ne[3]", q, 3, k, 3);
    need_ne(c, "k->ne[3] == weights->ne[3]", k, 3, weights, 3);
    need_ne_divides(c, "weights->ne[3] % mask->ne[3] == 0", mask, 3, weights, 3);
    const struct sym *one = sym_const(c->syms, 1);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(k->ne[2], q->ne[2], one, q->ne[3]));
    return tensor_result(t, GGML_OP_LIGHTNING_INDEXER, c->in);
}

#define STREAMS 4 // of hyper-connections, which the library supports

// A row of mixes is (2 + hc) * hc long for hc streams, which is one less than a square.
static bool is_row_of_mixes(int64_t row)
{
    int64_t root = row > 0 && row < INT32_MAX ? (int64_t)sqrt((double)row + 1) : 0;
    return root > 1 && root * root == row + 1;
}

static void need_streams(struct ggml_call *c, const struct ggml_tensor *mixes)
{
    int64_t row;
    if (sym_is_const(mixes->ne[0], &row)) call_need_that(c, "hc > 0", is_row_of_mixes(row));
    need_ne_is(c, "hc == 4", mixes, 0, (2 + STREAMS) * STREAMS);
}

// mixes, scale, base; eps, n_iter
struct ggml_tensor *ggml_rule_hc_comb(struct ggml_call *c)
{
    const struct ggml_tensor *mixes = c->in[0], *scale = c->in[1], *base = c->in[2];
    need_type(c, "mixes->type == GGML_TYPE_F32", mixes, DTYPE_F32);
    need_type(c, "scale->type == GGML_TYPE_F32", scale, DTYPE_F32);
    need_type(c, "base->type == GGML_TYPE_F32", base, DTYPE_F32);
    need_at_least(c, "n_iter > 0", call_side(c, 1), 1);
    need_streams(c, mixes);
    need_ne_is(c, "mixes->ne[2] == 1", mixes, 2, 1);
    need_ne_is(c, "mixes->ne[3] == 1", mixes, 3, 1);
    need_at_least(c, "scale->ne[0] >= 3", side_ne(scale, 0), 3);
    need_ne_is(c, "scale->ne[1] == 1", scale, 1, 1);
    need_ne_is(c, "scale->ne[2] == 1", scale, 2, 1);
    need_ne_is(c, "scale->ne[3] == 1", scale, 3, 1);
    need_ne(c, "base->ne[0] == hc_mix_dim", base, 0, mixes, 0);
    need_ne_is(c, "base->ne[1] == 1", base, 1, 1);
    need_ne_is(c, "base->ne[2] == 1", base, 2, 1);
    need_ne_is(c, "base->ne[3] == 1", base, 3, 1);
    const struct sym *streams = sym_const(c->syms, STREAMS);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(streams, streams, mixes->ne[1]));
    tensor_params(c, t, 0, 0, 2);
    return tensor_result(t, GGML_OP_DSV4_HC_COMB, c->in);
}

static struct ggml_tensor *need_hc_input(struct ggml_call *c)
{
    struct ggml_tensor *x = c->in[0];
    need_type(c, "x->type == GGML_TYPE_F32", x, DTYPE_F32);
    need_type(c, "weights->type == GGML_TYPE_F32", c->in[1], DTYPE_F32);
    need_at_least(c, "hc > 0", side_ne(x, 1), 1);
    need_ne_is(c, "x->ne[3] == 1", x, 3, 1);
    return x;
}

static struct ggml_tensor *hc_pre(struct ggml_call *c)
{
    const struct ggml_tensor *x = c->in[0];
    need_ne_is(c, "weights->ne[3] == 1", c->in[1], 3, 1);
    return tensor_result(tensor_new(c, DTYPE_F32, SIZES(x->ne[0], x->ne[2])), GGML_OP_DSV4_HC_PRE,
                         c->in);
}

// x [n_embd, hc, tokens], weights [hc, tokens]
struct ggml_tensor *ggml_rule_hc_pre(struct ggml_call *c)
{
    const struct ggml_tensor *x = need_hc_input(c), *weights = c->in[1];
    need_ne(c, "weights->ne[0] == hc", weights, 0, x, 1);
    need_ne(c, "weights->ne[1] == n_tokens", weights, 1, x, 2);
    need_ne_is(c, "weights->ne[2] == 1", weights, 2, 1);
    struct ggml_tensor *t = hc_pre(c);
    if (c->function->data == HC_PRE_PARAMS) tensor_param_float(t, 0, 1.0f);
    return t;
}

// The gate has x's sizes; scale
struct ggml_tensor *ggml_rule_hc_pre_gated(struct ggml_call *c)
{
    const struct ggml_tensor *x = need_hc_input(c), *weights = c->in[1];
    need_ne(c, "weights->ne[0] == n_embd", weights, 0, x, 0);
    need_ne(c, "weights->ne[1] == hc", weights, 1, x, 1);
    need_ne(c, "weights->ne[2] == n_tokens", weights, 2, x, 2);
    struct ggml_tensor *t = hc_pre(c);
    tensor_params(c, t, 0, 0, 1);
    tensor_param(t, 1, sym_const(c->syms, 1));
    return t;
}

static void need_comb(struct ggml_call *c, const struct ggml_tensor *comb,
                      const struct ggml_tensor *residual, const struct ggml_tensor *x)
{
    need_ne(c, "comb->ne[0] == hc", comb, 0, residual, 1);
    need_ne(c, "comb->ne[1] == hc", comb, 1, residual, 1);
    need_ne(c, "comb->ne[2] == n_tokens", comb, 2, x, 1);
    need_ne_is(c, "comb->ne[3] == 1", comb, 3, 1);
}

// x [n_embd, tokens], residual [n_embd, hc, tokens], post [hc, tokens], comb [hc, hc, tokens]
struct ggml_tensor *ggml_rule_hc_post(struct ggml_call *c)
{
    const struct ggml_tensor *x = c->in[0], *residual = c->in[1], *post = c->in[2];
    const struct ggml_tensor *comb = c->in[3];
    bool comb_may_be_missing = c->function->letters[3] == 'o';
    need_type(c, "x->type == GGML_TYPE_F32", x, DTYPE_F32);
    need_type(c, "residual->type == GGML_TYPE_F32", residual, DTYPE_F32);
    need_type(c, "post->type == GGML_TYPE_F32", post, DTYPE_F32);
    if (!comb_may_be_missing) need_type(c, "comb->type == GGML_TYPE_F32", comb, DTYPE_F32);
    need_at_least(c, "hc > 0", side_ne(residual, 1), 1);
    need_ne_is(c, "x->ne[2] == 1", x, 2, 1);
    need_ne_is(c, "x->ne[3] == 1", x, 3, 1);
    need_ne(c, "residual->ne[0] == n_embd", residual, 0, x, 0);
    need_ne(c, "residual->ne[2] == n_tokens", residual, 2, x, 1);
    need_ne_is(c, "residual->ne[3] == 1", residual, 3, 1);
    need_ne(c, "post->ne[0] == hc", post, 0, residual, 1);
    need_ne(c, "post->ne[1] == n_tokens", post, 1, x, 1);
    need_ne_is(c, "post->ne[2] == 1", post, 2, 1);
    need_ne_is(c, "post->ne[3] == 1", post, 3, 1);
    if (comb && comb_may_be_missing) need_type(c, "comb->type == GGML_TYPE_F32", comb, DTYPE_F32);
    if (comb) need_comb(c, comb, residual, x);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(x->ne[0], residual->ne[1], x->ne[1]));
    return tensor_result(t, GGML_OP_DSV4_HC_POST, c->in);
}
