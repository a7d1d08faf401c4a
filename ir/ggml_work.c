// The largest need of any node, and a cache line a thread beside it. What a node needs: scratch for
// each task, or its second source converted to the type that the first one is multiplied in.
// Source: ggml_graph_plan and ggml_get_n_tasks of ggml-cpu.c.

#include "ir/ggml_work.h"
#include "ir/ggml_largest.h"

#define CACHE_LINE 64
#define FLASH_TILE 64 // GGML_FA_TILE_Q and GGML_FA_TILE_KV
#define SOFT_MAX_UNROLL 4
#define IM2COL_BYTES (16 * 1024 * 1024)
#define ROW_MAPPING_BYTES 8 // of struct mmid_row_mapping
#define WORD 8
#define FLOAT 4

struct need {
    struct syms *syms;
    int version;
    const struct ggml_tensor *node, *const *src;
    const struct sym *tasks;
};

static const struct sym *times(const struct need *n, int64_t factor, const struct sym *a)
{
    return sym_mul_const(n->syms, a, factor);
}

// A row of floats for each task.
static const struct sym *rows_of(const struct need *n, const struct sym *columns)
{
    return sym_mul(n->syms, times(n, FLOAT, columns), n->tasks);
}

static const struct sym *nothing(const struct need *n)
{
    return sym_const(n->syms, 0);
}

static bool is_empty(const struct ggml_tensor *t)
{
    for (int i = 0; i < GGML_DIMS; i++)
        if (sym_is(t->ne[i], 0)) return true;
    return false;
}

static bool is_quantized(const struct ggml_tensor *t)
{
    return dtype_block_elements(t->type) > 1;
}

// ---- one function a kind of need

static bool converts(const struct ggml_tensor *from, const struct ggml_tensor *to, enum dtype a,
                     enum dtype b)
{
    return to && ((from->type == a && to->type == b) || (from->type == b && to->type == a));
}

static const struct sym *copy(const struct need *n)
{
    const struct ggml_tensor *a = n->src[0], *b = n->src[1];
    bool by_floats = is_quantized(n->node) || converts(a, b, DTYPE_F16, DTYPE_BF16) ||
                     converts(a, b, DTYPE_F32, DTYPE_I32);
    return by_floats ? rows_of(n, n->node->ne[0]) : nothing(n);
}

static const struct sym *sum(const struct need *n)
{
    return is_quantized(n->src[0]) ? rows_of(n, n->src[0]->ne[0]) : nothing(n);
}

static const struct sym *accumulate(const struct need *n)
{
    return is_quantized(n->src[0]) ? rows_of(n, n->src[1]->ne[0]) : nothing(n);
}

static const struct sym *count_equal(const struct need *n)
{
    return times(n, dtype_block_bytes(n->node->type), n->tasks);
}

enum dtype ggml_factor_type(enum dtype type)
{
    int block = dtype_block_elements(type);
    if (type == DTYPE_F16 || type == DTYPE_BF16) return type;
    if (block == 1) return DTYPE_F32;
    if (type == DTYPE_Q4_1 || type == DTYPE_Q5_1 || type == DTYPE_Q8_1) return DTYPE_Q8_1;
    return block == 256 ? DTYPE_Q8_K : DTYPE_Q8_0;
}

static const struct sym *converted(const struct need *n, int64_t extra)
{
    enum dtype type = ggml_factor_type(n->src[0]->type);
    if (n->src[1]->type == type) return nothing(n);
    const struct sym *elements = ggml_element_count(n->syms, n->src[1]);
    return sym_add_const(n->syms, ggml_row_bytes(n->syms, type, elements), extra);
}

static const struct sym *product(const struct need *n)
{
    return converted(n, 0);
}

// With the number of rows of each expert, which rows they are, and where each thread is.
static const struct sym *product_of_experts(const struct need *n)
{
    const struct sym *experts = n->src[0]->ne[2];
    const struct sym *chosen = sym_mul(n->syms, n->src[2]->ne[0], n->src[2]->ne[1]);
    const struct sym *counts = sym_add_const(n->syms, times(n, WORD, experts), WORD);
    const struct sym *mapping = times(n, ROW_MAPPING_BYTES, sym_mul(n->syms, experts, chosen));
    const struct sym *at = sym_add_const(n->syms, times(n, CACHE_LINE, experts), CACHE_LINE);
    const struct sym *all = sym_add(n->syms, converted(n, WORD), counts);
    return sym_add(n->syms, all, sym_add(n->syms, sym_add_const(n->syms, mapping, WORD), at));
}

static const struct sym *outer_product(const struct need *n)
{
    bool by_floats = is_quantized(n->src[0]) || (n->version >= 21 && n->src[0]->type == DTYPE_F16);
    return by_floats ? rows_of(n, n->src[0]->ne[0]) : nothing(n);
}

// One task.
static const struct sym *set_rows(const struct need *n)
{
    bool by_floats = n->version >= 21 && n->src[0]->type == DTYPE_F16 && n->node->type != DTYPE_F16;
    return by_floats ? times(n, FLOAT, n->src[0]->ne[0]) : nothing(n);
}

static const struct sym *row(const struct need *n)
{
    return rows_of(n, n->node->ne[0]);
}

// No more tasks than rows.
static const struct sym *soft_max(const struct need *n)
{
    const struct ggml_tensor *a = n->src[0];
    if (is_empty(n->node)) return row(n);
    const struct sym *rows = sym_mul(n->syms, a->ne[1], sym_mul(n->syms, a->ne[2], a->ne[3]));
    const struct sym *tasks = sym_min(n->syms, n->tasks, rows);
    return sym_mul(n->syms, times(n, FLOAT, n->node->ne[0]), tasks);
}

static const struct sym *conv_transpose_1d(const struct need *n)
{
    const struct ggml_tensor *kernel = n->src[0], *x = n->src[1];
    const struct sym *a =
        sym_mul(n->syms, kernel->ne[0], sym_mul(n->syms, kernel->ne[1], kernel->ne[2]));
    const struct sym *b = sym_mul(n->syms, x->ne[0], x->ne[1]);
    return times(n, kernel->type == DTYPE_F32 ? FLOAT : 2, sym_add(n->syms, a, b));
}

static const struct sym *convolution(const struct need *n)
{
    return sym_const(n->syms, IM2COL_BYTES);
}

static const struct sym *conv_transpose_2d(const struct need *n)
{
    const struct ggml_tensor *x = n->src[1];
    const struct sym *b = sym_mul(n->syms, x->ne[0], sym_mul(n->syms, x->ne[1], x->ne[2]));
    if (n->version >= 25) b = sym_mul(n->syms, b, x->ne[3]);
    const struct sym *all = sym_add(n->syms, ggml_element_count(n->syms, n->src[0]), b);
    return times(n, dtype_block_bytes(n->src[0]->type), all);
}

static const struct sym *top_k(const struct need *n)
{
    return rows_of(n, n->src[0]->ne[0]);
}

// Of a task: the tiles of queries, of keys and values, two of scores, and the sums; or, where
// tokens come one by one, sums of each head in each task besides its own rows.
static const struct sym *flash_attention(const struct need *n)
{
    struct syms *s = n->syms;
    const struct sym *heads = n->src[0]->ne[2], *k = n->src[1]->ne[0], *v = n->src[2]->ne[0];
    const struct sym *both = sym_add(s, k, v);
    const struct sym *tiles =
        sym_add_const(s, times(n, 2 * FLASH_TILE, both), 2 * FLASH_TILE * FLASH_TILE);
    const struct sym *sums = sym_mul(s, heads, sym_add_const(s, v, 2));
    const struct sym *one_by_one = sym_add(s, sums, sym_add(s, k, times(n, 2, v)));
    return sym_max(s, rows_of(n, tiles), rows_of(n, one_by_one));
}

static const struct sym *flash_attention_back(const struct need *n)
{
    enum dtype type = n->src[1]->type;
    if (type != DTYPE_F32 && type != DTYPE_F16 && type != DTYPE_BF16) return nothing(n);
    const struct sym *unroll = sym_const(n->syms, SOFT_MAX_UNROLL);
    const struct sym *keys =
        sym_mul(n->syms, sym_ceildiv(n->syms, n->src[1]->ne[1], unroll), unroll);
    return rows_of(n, times(n, 4, sym_max(n->syms, n->src[0]->ne[0], keys)));
}

static const struct sym *cross_entropy(const struct need *n)
{
    const struct sym *columns = sym_add_const(n->syms, n->src[0]->ne[0], 1);
    return times(n, dtype_block_bytes(n->node->type), sym_mul(n->syms, columns, n->tasks));
}

static const struct sym *gated_delta_net(const struct need *n)
{
    const struct sym *size = n->src[2]->ne[0], *state = sym_mul(n->syms, size, size);
    if (n->node->params_unknown & 1)
        return sym_unknown(n->syms, "how many states are kept is not known");
    return rows_of(n, n->node->params[0] > 1 ? sym_add(n->syms, size, state) : size);
}

static const struct sym *indexer(const struct need *n)
{
    return rows_of(n, n->src[1]->ne[0]);
}

typedef const struct sym *need_function(const struct need *);

static need_function *const needs[N_GGML_OPS] = {
    [GGML_OP_CPY] = copy,
    [GGML_OP_DUP] = copy,
    [GGML_OP_ADD] = sum,
    [GGML_OP_ADD_ID] = sum,
    [GGML_OP_ADD1] = sum,
    [GGML_OP_ACC] = accumulate,
    [GGML_OP_COUNT_EQUAL] = count_equal,
    [GGML_OP_MUL_MAT] = product,
    [GGML_OP_MUL_MAT_ID] = product_of_experts,
    [GGML_OP_OUT_PROD] = outer_product,
    [GGML_OP_SET_ROWS] = set_rows,
    [GGML_OP_SOFT_MAX] = soft_max,
    [GGML_OP_ROPE] = row,
    [GGML_OP_ROPE_BACK] = row,
    [GGML_OP_CONV_TRANSPOSE_1D] = conv_transpose_1d,
    [GGML_OP_CONV_2D] = convolution,
    [GGML_OP_CONV_3D] = convolution,
    [GGML_OP_CONV_TRANSPOSE_2D] = conv_transpose_2d,
    [GGML_OP_TOP_K] = top_k,
    [GGML_OP_FLASH_ATTN_EXT] = flash_attention,
    [GGML_OP_FLASH_ATTN_BACK] = flash_attention_back,
    [GGML_OP_CROSS_ENTROPY_LOSS] = cross_entropy,
    [GGML_OP_GATED_DELTA_NET] = gated_delta_net,
    [GGML_OP_LIGHTNING_INDEXER] = indexer,
};

// ---- the graph

// Since 0.25 some processors multiply such weights by panels, with scratch that depends on them.
static bool has_panels(const struct need *n)
{
    static const enum dtype types[] = {DTYPE_IQ1_S, DTYPE_IQ1_M,   DTYPE_IQ2_XXS, DTYPE_IQ2_XS,
                                       DTYPE_IQ2_S, DTYPE_IQ3_XXS, DTYPE_IQ3_S,   DTYPE_IQ4_XS};
    if (n->version < 25 ||
        (needs[n->node->op] != product && needs[n->node->op] != product_of_experts))
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (n->src[0]->type == types[i]) return true;
    return false;
}

struct ggml_work ggml_graph_work(struct arena *arena, struct syms *syms,
                                 const struct ggml_state *state, const struct ggml_graph *graph,
                                 const struct sym *threads)
{
    struct ggml_largest largest = {.arena = arena, .syms = syms};
    const char *at_least = NULL;
    for (int i = 0; i < graph->nodes.n; i++) {
        const struct ggml_tensor *node = graph->nodes.at[i];
        struct need n = {syms, state->version, node, (const struct ggml_tensor *const *)node->src,
                         is_empty(node) ? sym_const(syms, 1) : threads};
        if (!needs[node->op]) continue;
        if (has_panels(&n)) at_least = "more for weights of IQ types, as the processor has it";
        const struct sym *bytes = needs[node->op](&n);
        if (sym_kind(bytes) == SYM_UNKNOWN)
            at_least = sym_name(bytes);
        else
            ggml_largest_add(&largest, bytes, i);
    }
    const struct sym *work = ggml_largest_value(&largest);
    if (!sym_is(work, 0)) work = sym_add(syms, work, sym_mul_const(syms, threads, CACHE_LINE));
    return (struct ggml_work){work, at_least};
}
