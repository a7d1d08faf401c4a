// Multi-head attention: projections of query, key and value, scaled dot
// products for each head, and the output projection, as one op. Sequences come
// first, then the batch; the other way round with batch_first.

#include "ir/ops/attention.h"
#include "ir/ops/kernels.h"
#include "ir/ops/rules.h"
#include "ir/saving.h"

// softmax(Q K^T / sqrt(E / heads)) V for each head, with Q, K and V projected
// from query, key and value: by one packed in_proj_weight, or by one weight each
// where key or value have features of their own (kdim, vdim). bias_k and bias_v
// append a learned source, add_zero_attn one of zeros.

struct attention {
    const struct sym *batch;             // NULL without a batch axis
    const struct sym *targets, *sources; // lengths of query and key
    const struct sym *embed, *heads;
    int batch_axis, time_axis;
};

static bool ranks_fit(struct infer *in)
{
    if (!require_rank(in, QUERY, 2, 3)) return false;
    int rank = infer_rank(in, QUERY);
    in->unbatched = rank == 2;
    if (!require_rank(in, KEY, rank, rank) || !require_rank(in, VALUE, rank, rank)) return false;
    if (infer_has(in, KEY_PADDING_MASK) && !require_rank(in, KEY_PADDING_MASK, rank - 1, rank - 1))
        return false;
    return !infer_has(in, ATTN_MASK) || require_rank(in, ATTN_MASK, 2, 3);
}

static struct attention read_attention(const struct infer *in)
{
    bool batch_first = !in->unbatched && infer_bool(in, "batch_first", false);
    struct attention a = {.batch_axis = batch_first ? 0 : 1, .time_axis = batch_first ? 1 : 0};
    if (!in->unbatched) a.batch = infer_dim(in, QUERY, a.batch_axis).size;
    a.targets = infer_dim(in, QUERY, a.time_axis).size;
    a.sources = infer_dim(in, KEY, a.time_axis).size;
    a.embed = infer_dim(in, QUERY, -1).size;
    a.heads = infer_int(in, "num_heads", 1);
    return a;
}

// ---- features: what the projections were made for

static void projection_fits(struct infer *in, int operand, int weight, struct term otherwise)
{
    struct term columns = infer_has(in, weight) ? infer_dim(in, weight, 1) : otherwise;
    const char *fix = arena_printf(in->arena, "give %s %s features", rule_operand_name(in, operand),
                                   sym_string(in->arena, columns.size));
    require_equal(in, DIAG_ATTENTION_SHAPE, infer_dim(in, operand, -1), columns, fix);
}

// The embedding is that of the output projection, or of the query where no weight was given.
static struct term embedding(const struct infer *in, const struct attention *a)
{
    if (infer_given(in, "embed_dim")) return infer_attr_term(in, "embed_dim");
    if (infer_has(in, OUT_PROJ_WEIGHT)) return infer_dim(in, OUT_PROJ_WEIGHT, 1);
    return infer_term(a->embed, "embed_dim");
}

static void heads_fit(struct infer *in, const struct attention *a)
{
    require_divides(in, DIAG_SPLIT_EVENLY, infer_term(a->heads, "num_heads"),
                    infer_dim(in, QUERY, -1), "choose num_heads so that it divides embed_dim");
}

static bool features_fit(struct infer *in, const struct attention *a)
{
    struct term embed = embedding(in, a);
    struct term kdim = infer_given(in, "kdim") ? infer_attr_term(in, "kdim") : embed;
    struct term vdim = infer_given(in, "vdim") ? infer_attr_term(in, "vdim") : embed;
    projection_fits(in, QUERY, Q_PROJ_WEIGHT, embed);
    projection_fits(in, KEY, K_PROJ_WEIGHT, kdim);
    projection_fits(in, VALUE, V_PROJ_WEIGHT, vdim);
    heads_fit(in, a);
    return true;
}

// ---- lengths and masks

static void lengths_fit(struct infer *in, const struct attention *a)
{
    require_equal(in, DIAG_ATTENTION_SHAPE, infer_dim(in, VALUE, a->time_axis),
                  infer_dim(in, KEY, a->time_axis), "key and value need one sequence length");
    if (in->unbatched) return;
    require_equal(in, DIAG_ATTENTION_SHAPE, infer_dim(in, KEY, a->batch_axis),
                  infer_dim(in, QUERY, a->batch_axis), "query and key need one batch size");
    require_equal(in, DIAG_ATTENTION_SHAPE, infer_dim(in, VALUE, a->batch_axis),
                  infer_dim(in, KEY, a->batch_axis), "key and value need one batch size");
}

static void mask_axis(struct infer *in, int mask, int axis, const struct sym *size,
                      const char *what)
{
    require_equal(in, DIAG_ATTENTION_SHAPE, infer_dim(in, mask, axis), infer_term(size, what),
                  arena_printf(in->arena, "give axis %d of the mask the size %s", axis,
                               sym_string(in->arena, size)));
}

static bool masks_fit(struct infer *in, const struct attention *a)
{
    if (infer_has(in, ATTN_MASK)) {
        int rank = infer_rank(in, ATTN_MASK);
        const struct sym *scores = a->batch ? sym_mul(in->syms, a->batch, a->heads) : a->heads;
        if (rank == 3) mask_axis(in, ATTN_MASK, 0, scores, "batch * num_heads");
        mask_axis(in, ATTN_MASK, rank - 2, a->targets, "target length");
        mask_axis(in, ATTN_MASK, rank - 1, a->sources, "source length");
        if (!rule_dtype(in, ATTN_MASK, DTYPES_FLOAT | DTYPE_SET(BOOL) | DTYPE_SET(U8)))
            return false;
        bool added = dtype_is_float(infer_dtype_of(in, ATTN_MASK));
        if (added && !rule_same_dtype(in, QUERY, ATTN_MASK)) return false;
    }
    if (!infer_has(in, KEY_PADDING_MASK)) return true;
    int rank = infer_rank(in, KEY_PADDING_MASK);
    if (rank == 2) mask_axis(in, KEY_PADDING_MASK, 0, a->batch, "batch");
    mask_axis(in, KEY_PADDING_MASK, rank - 1, a->sources, "source length");
    return rule_dtype(in, KEY_PADDING_MASK, DTYPES_FLOAT | DTYPE_SET(BOOL));
}

static bool dtypes_fit(struct infer *in)
{
    for (int i = KEY; i <= OUT_PROJ_BIAS; i++) {
        if (!rule_same_dtype(in, QUERY, i)) return false;
    }
    return rule_dtype(in, QUERY, DTYPES_FLOAT);
}

// ---- results

// Each learned bias of key and value, and the zero row, is one more source.
static const struct sym *attended(const struct infer *in, const struct attention *a)
{
    int more = (infer_has(in, BIAS_K) ? 1 : 0) + (infer_bool(in, "add_zero_attn", false) ? 1 : 0);
    return sym_add_const(in->syms, a->sources, more);
}

static void weights_result(struct infer *in, const struct attention *a)
{
    struct shape weights = {.rank = 0};
    if (a->batch) weights.dim[weights.rank++] = a->batch;
    if (!infer_bool(in, "average_attn_weights", true)) weights.dim[weights.rank++] = a->heads;
    weights.dim[weights.rank++] = a->targets;
    weights.dim[weights.rank++] = attended(in, a);
    infer_result(in, 1, infer_dtype_of(in, QUERY), &weights);
}

static void multihead_attention_shape(struct infer *in)
{
    rule_float_within(in, "dropout", 0.0, 0.0, 1.0);
    if (refused(in) || !ranks_fit(in)) return;
    struct attention a = read_attention(in);
    if (!features_fit(in, &a)) return;
    lengths_fit(in, &a);
    if (!masks_fit(in, &a) || !dtypes_fit(in)) return;
    bool weights = infer_bool(in, "need_weights", true);
    infer_results(in, weights ? 2 : 1);
    infer_result(in, 0, infer_dtype_of(in, QUERY), infer_shape(in, QUERY));
    if (weights) weights_result(in, &a);
}

// ---- costs

// Elements of the score matrices of all heads.
static const struct sym *scores_of(const struct infer *in, const struct attention *a)
{
    const struct sym *scores = sym_mul(in->syms, a->targets, attended(in, a));
    scores = sym_mul(in->syms, scores, a->heads);
    return a->batch ? sym_mul(in->syms, scores, a->batch) : scores;
}

// One for each element that a projection gives and that has a bias: the in_proj_bias is those of
// query, key and value, which have embed_dim features each.
static const struct sym *bias_flops(const struct infer *in, const struct attention *a)
{
    struct syms *syms = in->syms;
    const struct sym *batch = a->batch ? a->batch : sym_const(syms, 1);
    const struct sym *row = sym_mul(syms, batch, a->embed);
    const struct sym *rows = sym_const(syms, 0);
    if (infer_has(in, IN_PROJ_BIAS))
        rows = sym_add(syms, a->targets, sym_mul_const(syms, a->sources, 2));
    if (infer_has(in, OUT_PROJ_BIAS)) rows = sym_add(syms, rows, a->targets);
    return sym_mul(syms, rows, row);
}

// For each score: the softmax (5), the masks, which are first added to each other, and the sum over
// heads where averaged weights are given back.
static int flops_per_score(const struct infer *in)
{
    bool masked = infer_has(in, ATTN_MASK) || infer_has(in, KEY_PADDING_MASK);
    bool averaged = in->n_out > 1 && infer_bool(in, "average_attn_weights", true);
    return 5 + (masked ? 1 : 0) + (averaged ? 1 : 0);
}

// Projections in and out with their biases, the scale of the query, the two products of each head,
// and what is done with each score.
static const struct sym *multihead_attention_flops(const struct infer *in)
{
    struct syms *syms = in->syms;
    struct attention a = read_attention(in);
    const struct sym *columns = sym_const(syms, 0);
    for (int i = QUERY; i <= VALUE; i++) columns = sym_add(syms, columns, rule_count(in, i));
    columns = sym_add(syms, columns, rule_count(in, QUERY));
    const struct sym *projections = sym_mul(syms, columns, a.embed);
    const struct sym *scores = scores_of(in, &a);
    const struct sym *head = sym_floordiv(syms, a.embed, a.heads);
    const struct sym *products = sym_mul_const(syms, sym_mul(syms, scores, head), 2);
    const struct sym *twice = sym_mul_const(syms, sym_add(syms, projections, products), 2);
    const struct sym *flops = sym_add(syms, twice, bias_flops(in, &a));
    flops = sym_add(syms, flops, rule_count(in, QUERY));
    return sym_add(syms, flops, sym_mul_const(syms, scores, flops_per_score(in)));
}

// What the op holds inside: projected query, key and value, the scores and their softmax, and the
// heads' results before the output projection.
static const struct sym *multihead_attention_workspace(const struct infer *in)
{
    struct syms *syms = in->syms;
    struct attention a = read_attention(in);
    const struct sym *rows = sym_mul_const(syms, sym_add(syms, a.targets, attended(in, &a)), 2);
    if (a.batch) rows = sym_mul(syms, rows, a.batch);
    const struct sym *scores = sym_mul_const(syms, scores_of(in, &a), 2);
    const struct sym *elements = sym_add(syms, sym_mul(syms, rows, a.embed), scores);
    return sym_mul_const(syms, elements, dtype_block_bytes(infer_dtype_of(in, QUERY)));
}

// Projected query, key and value, the probabilities and what they chose, and the mask of a dropout.
static void multihead_attention_saved(struct saving *s)
{
    const struct infer *in = &s->in;
    struct attention a = read_attention(in);
    enum dtype dtype = saving_dtype(s);
    const struct sym *batch = a.batch ? a.batch : sym_const(in->syms, 1);
    const struct sym *row = sym_mul(in->syms, batch, a.embed), *scores = scores_of(in, &a);
    const struct sym *targets = sym_mul(in->syms, row, a.targets);
    const struct sym *sources = sym_mul(in->syms, row, attended(in, &a));
    s->kept |= infer_has(in, IN_PROJ_WEIGHT)
                   ? SAVE_IN(IN_PROJ_WEIGHT)
                   : SAVE_IN(Q_PROJ_WEIGHT) | SAVE_IN(K_PROJ_WEIGHT) | SAVE_IN(V_PROJ_WEIGHT);
    saving_add_flat(s, "projected query", dtype, targets, 1);
    saving_add_flat(s, "projected key and value", dtype, sources, 2);
    saving_add_flat(s, "probabilities", dtype, scores, 1);
    saving_add_flat(s, "heads", dtype, targets, 1);
    if (in->training && saving_is_positive(s, "dropout", 0.0))
        saving_add_flat(s, "mask", DTYPE_BOOL, scores, 1);
}

const struct op op_multihead_attention = {
    .name = "multihead_attention",
    .aten = "aten::_native_multi_head_attention",
    .sig = "query[L,N,4*E] key[S,N,4*E] value[S,N,4*E] in_proj_weight[12*E,4*E]? "
           "q_proj_weight[4*E,4*E]? k_proj_weight[4*E,4*E]? v_proj_weight[4*E,4*E]? "
           "in_proj_bias[12*E]? bias_k[1,1,4*E]? bias_v[1,1,4*E]? out_proj_weight[4*E,4*E]? "
           "out_proj_bias[4*E]? key_padding_mask[N,S]:bool? attn_mask[L,S]:bool? num_heads=4 -> "
           "attn_output[L,N,4*E] attn_weights[N,L,S+1]",
    .doc = "Softmax of scaled products of projected queries and keys weighs the projected values.",
    .axes = "TNC TC",
    .n_more_of_axes = 2,
    .attrs = {{"embed_dim", ATTR_INT},
              {"num_heads", ATTR_INT},
              {"kdim", ATTR_INT},
              {"vdim", ATTR_INT},
              {"dropout", ATTR_FLOAT},
              {"add_zero_attn", ATTR_BOOL},
              {"batch_first", ATTR_BOOL},
              {"need_weights", ATTR_BOOL},
              {"average_attn_weights", ATTR_BOOL}},
    .saved = {.any = SAVE_IN(QUERY) | SAVE_IN(KEY) | SAVE_IN(VALUE) | SAVE_IN(OUT_PROJ_WEIGHT),
              .more = multihead_attention_saved},
    .least = (const struct attr_least[]){{"num_heads", 1}, {NULL, 0}},
    .shape = multihead_attention_shape,
    .flops = multihead_attention_flops,
    .workspace = multihead_attention_workspace,
    .forward = multihead_attention_forward,
    .backward = multihead_attention_backward,
};

// ---- scaled dot product attention, which projects nothing

enum { SDPA_QUERY, SDPA_KEY, SDPA_VALUE, SDPA_MASK };

// The leading axes of query, key and value broadcast; axes are counted from the last.
static const struct sym *common_leading(struct infer *in, int from_end)
{
    struct term common = {0};
    for (int i = SDPA_QUERY; i <= SDPA_VALUE; i++) {
        if (infer_rank(in, i) < -from_end) continue;
        struct term own = infer_dim(in, i, from_end);
        if (!common.size || sym_is(common.size, 1))
            common = own;
        else if (!sym_is(own.size, 1))
            common.size = require_equal(in, DIAG_ATTENTION_SHAPE, common, own,
                                        "make the leading axes equal, or 1");
    }
    return common.size;
}

static void attended_shape(struct infer *in, struct shape *scores)
{
    scores->rank = 0;
    for (int i = SDPA_QUERY; i <= SDPA_VALUE; i++)
        if (infer_rank(in, i) > scores->rank) scores->rank = infer_rank(in, i);
    for (int axis = 0; axis < scores->rank - 2; axis++)
        scores->dim[axis] = common_leading(in, axis - scores->rank);
    require_equal(in, DIAG_ATTENTION_SHAPE, infer_dim(in, SDPA_QUERY, -1),
                  infer_dim(in, SDPA_KEY, -1), "query and key need the same number of features");
    scores->dim[scores->rank - 2] = infer_dim(in, SDPA_QUERY, -2).size;
    scores->dim[scores->rank - 1] =
        require_equal(in, DIAG_ATTENTION_SHAPE, infer_dim(in, SDPA_KEY, -2),
                      infer_dim(in, SDPA_VALUE, -2), "key and value need the same length");
}

static bool sdpa_mask_fits(struct infer *in, const struct shape *scores)
{
    if (!infer_has(in, SDPA_MASK)) return true;
    if (infer_bool(in, "is_causal", false))
        return refuse(in, DIAG_OPTION_RANGE, "attn_mask and is_causal do not go together");
    if (infer_dtype_of(in, SDPA_MASK) != DTYPE_BOOL && !rule_same_dtype(in, SDPA_QUERY, SDPA_MASK))
        return false;
    return rule_expands_to(in, SDPA_MASK, scores, DIAG_ATTENTION_SHAPE, "size of the scores",
                           "give a mask that broadcasts to [..., query length, key length]");
}

static void scaled_dot_product_attention_shape(struct infer *in)
{
    struct shape scores;
    for (int i = SDPA_QUERY; i <= SDPA_VALUE; i++) {
        if (!require_rank(in, i, 2, MAX_RANK) || !rule_dtype(in, i, DTYPES_FLOAT)) return;
        if (!rule_same_dtype(in, SDPA_QUERY, i)) return;
    }
    rule_float_within(in, "dropout_p", 0.0, 0.0, 1.0);
    if (refused(in)) return;
    attended_shape(in, &scores);
    if (!sdpa_mask_fits(in, &scores)) return;
    struct shape out = scores;
    out.dim[out.rank - 1] = infer_dim(in, SDPA_VALUE, -1).size;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, SDPA_QUERY), &out);
}

static const struct sym *sdpa_rows(const struct infer *in)
{
    const struct shape *out = &in->out[0].type.shape;
    const struct sym *rows = sym_const(in->syms, 1);
    for (int i = 0; i + 1 < out->rank; i++) rows = sym_mul(in->syms, rows, out->dim[i]);
    return rows;
}

// A product and a sum for each feature of the scores and of the result, and a softmax (5, see
// softmax.c) of each score.
static const struct sym *sdpa_flops(const struct infer *in)
{
    const struct sym *features =
        sym_add(in->syms, infer_dim(in, SDPA_QUERY, -1).size, infer_dim(in, SDPA_VALUE, -1).size);
    const struct sym *each = sym_add_const(in->syms, sym_mul_const(in->syms, features, 2), 5);
    const struct sym *scores = sym_mul(in->syms, sdpa_rows(in), infer_dim(in, SDPA_KEY, -2).size);
    return sym_mul(in->syms, scores, each);
}

// Scores are computed anew from the operands and the logarithm of each row's sum.
static void sdpa_saved(struct saving *s)
{
    saving_add_statistic(s, "logsumexp", sdpa_rows(&s->in));
}

const struct op op_scaled_dot_product_attention = {
    .name = "scaled_dot_product_attention",
    .aten = "aten::scaled_dot_product_attention",
    .sig = "query[N,H,L,E] key[N,H,S,E] value[N,H,S,V] attn_mask[L,S]? -> output[N,H,L,V]",
    .doc = "Softmax of the scaled products of queries and keys weighs the values.",
    .attrs = {{"dropout_p", ATTR_FLOAT}, {"is_causal", ATTR_BOOL}, {"scale", ATTR_FLOAT}},
    .saved = {.any = SAVE_IN(SDPA_QUERY) | SAVE_IN(SDPA_KEY) | SAVE_IN(SDPA_VALUE) |
                     SAVE_IN(SDPA_MASK) | SAVE_OUT(0),
              .more = sdpa_saved},
    .shape = scaled_dot_product_attention_shape,
    .flops = sdpa_flops,
    .forward = scaled_dot_product_attention_forward,
    .backward = scaled_dot_product_attention_backward,
};
