// Random graphs through ggml's own interface, and what the library makes of them, a line each:
//
//     random_graphs FIRST-SEED COUNT
//
// Chains of operators that may work in place, views and views of views, cache-like copies into
// views, inputs and outputs in odd places, nodes that nobody reads, weights that are placed
// beforehand, empty tensors; every 50th frees more ranges than the library has room for.

#include "dump.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TENSORS 512
#define MAX_RANGES 256 // of the library

struct random_graph {
    uint64_t random;
    struct ggml_context *weights, *compute;
    struct ggml_tensor *made[MAX_TENSORS];
    int n;
};

static uint32_t below(struct random_graph *g, uint32_t limit)
{
    g->random = g->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(g->random >> 33) % limit;
}

static bool one_in(struct random_graph *g, uint32_t n)
{
    return below(g, n) == 0;
}

static struct ggml_tensor *any(struct random_graph *g)
{
    int newest = g->n < 6 || one_in(g, 4) ? g->n : 6; // mostly one of the last few
    return g->made[g->n - 1 - (int)below(g, (uint32_t)newest)];
}

static struct ggml_tensor *any_f32(struct random_graph *g)
{
    for (int i = 0; i < 50; i++) {
        struct ggml_tensor *t = any(g);
        if (t->type == GGML_TYPE_F32) return t;
    }
    return g->made[0];
}

// Dense even where a stride does not matter, as most operators want their operands.
static struct ggml_tensor *any_dense(struct random_graph *g)
{
    struct ggml_tensor *t = any_f32(g);
    size_t stride = sizeof(float);
    bool dense = true;
    for (int i = 0; i < 4; i++) {
        dense = dense && t->nb[i] == stride;
        stride *= (size_t)t->ne[i];
    }
    return dense ? t : ggml_cont(g->compute, t);
}

static int64_t any_size(struct random_graph *g)
{
    static const int64_t sizes[] = {1, 2, 3, 4, 7, 8, 16, 31, 32, 33, 64};
    return sizes[below(g, sizeof sizes / sizeof *sizes)];
}

static struct ggml_tensor *leaf(struct random_graph *g, enum ggml_type type, int64_t a, int64_t b,
                                int64_t c)
{
    struct ggml_context *context = one_in(g, 2) ? g->weights : g->compute;
    struct ggml_tensor *t = ggml_new_tensor_3d(context, type, a, b, c);
    if (one_in(g, 4)) ggml_set_input(t);
    return t;
}

// ---- operators, each for one operand or more of those there are

static struct ggml_tensor *pointwise(struct random_graph *g)
{
    struct ggml_context *c = g->compute;
    struct ggml_tensor *a = any_dense(g);
    switch (below(g, 16)) {
    case 0: return ggml_relu(c, a);
    case 1: return ggml_silu(c, a);
    case 2: return ggml_sqr(c, a);
    case 3: return ggml_sqrt(c, a);
    case 4: return ggml_scale(c, a, 0.5f);
    case 5: return ggml_norm(c, a, 1e-5f);
    case 6: return ggml_rms_norm(c, a, 1e-5f);
    case 7: return ggml_soft_max(c, a);
    case 8: return ggml_clamp(c, a, 0.0f, 1.0f);
    case 9: return ggml_gelu_inplace(c, a);
    case 10: return ggml_scale_inplace(c, a, 2.0f);
    case 11: return ggml_diag_mask_inf(c, a, 1);
    case 12: return ggml_leaky_relu(c, a, 0.1f, false);
    case 13: return ggml_sin(c, a);
    case 14: return ggml_log(c, a);
    default: return ggml_dup(c, a);
    }
}

static struct ggml_tensor *binary(struct random_graph *g)
{
    struct ggml_context *c = g->compute;
    struct ggml_tensor *a = any_f32(g), *b = any_f32(g);
    for (int i = 0; i < 20 && !ggml_can_repeat(b, a); i++) b = any_f32(g);
    if (!ggml_can_repeat(b, a)) b = a;
    switch (below(g, 5)) {
    case 0: return ggml_sub(c, a, b);
    case 1: return ggml_mul(c, a, b);
    case 2: return ggml_div(c, a, b);
    case 3: return ggml_add_inplace(c, a, b);
    default: return ggml_add(c, a, b);
    }
}

static struct ggml_tensor *product(struct random_graph *g)
{
    static const enum ggml_type types[] = {GGML_TYPE_F32, GGML_TYPE_F16, GGML_TYPE_BF16,
                                           GGML_TYPE_Q8_0, GGML_TYPE_Q4_1};
    struct ggml_tensor *x = any_dense(g);
    enum ggml_type type = types[below(g, 5)];
    if (ggml_is_empty(x)) return ggml_sqr(g->compute, x);
    if (x->ne[0] % ggml_blck_size(type)) type = GGML_TYPE_F32;
    return ggml_mul_mat(g->compute, leaf(g, type, x->ne[0], any_size(g), 1), x);
}

static struct ggml_tensor *view(struct random_graph *g)
{
    struct ggml_context *c = g->compute;
    struct ggml_tensor *a = any(g);
    if (ggml_is_empty(a)) return ggml_view_tensor(c, a);
    switch (below(g, 6)) {
    case 0: return ggml_view_tensor(c, ggml_view_tensor(c, a));
    case 1: return ggml_permute(c, a, 0, 2, 1, 3);
    case 2: return ggml_is_quantized(a->type) ? ggml_view_tensor(c, a) : ggml_transpose(c, a);
    case 3: return ggml_view_tensor(c, a);
    case 4:
        if (a->ne[1] < 2) break;
        return ggml_view_2d(c, a, a->ne[0], a->ne[1] / 2, a->nb[1], a->nb[1]);
    default: break;
    }
    return ggml_view_1d(c, a, ggml_blck_size(a->type), 0);
}

static struct ggml_tensor *reshape(struct random_graph *g)
{
    struct ggml_tensor *a = any_dense(g);
    return ggml_reshape_1d(g->compute, a, ggml_nelements(a));
}

static struct ggml_tensor *movement(struct random_graph *g)
{
    struct ggml_context *c = g->compute;
    struct ggml_tensor *a = any_f32(g), *dense = any_dense(g);
    switch (below(g, 9)) {
    case 0: return ggml_cont(c, a);
    case 1: return ggml_cast(c, dense, GGML_TYPE_F16);
    case 2: return ggml_cpy(c, dense, ggml_view_1d(c, dense, ggml_nelements(dense), 0));
    case 3: return ggml_concat(c, a, a, (int)below(g, 4));
    case 4: return ggml_sum_rows(c, a);
    case 5: return ggml_repeat_4d(c, a, a->ne[0], a->ne[1] * 2, a->ne[2], a->ne[3]);
    case 6: return ggml_cpy(c, dense, leaf(g, GGML_TYPE_F16, ggml_nelements(dense), 1, 1));
    case 7: return ggml_pad(c, dense, 1, 0, 0, 0);
    default: return ggml_argsort(c, dense, GGML_SORT_ORDER_ASC);
    }
}

static struct ggml_tensor *rows(struct random_graph *g)
{
    struct ggml_context *c = g->compute;
    struct ggml_tensor *a = any_dense(g);
    if (one_in(g, 2))
        return ggml_get_rows(c, leaf(g, GGML_TYPE_F32, any_size(g), 9, 1),
                             leaf(g, GGML_TYPE_I32, any_size(g), 1, 1));
    if (a->ne[0] % 2) return ggml_sum(c, a);
    if (one_in(g, 2)) return ggml_swiglu(c, a);
    return ggml_rope(c, a, leaf(g, GGML_TYPE_I32, a->ne[2], 1, 1), (int)a->ne[0], 0);
}

static struct ggml_tensor *attention(struct random_graph *g)
{
    int64_t heads = 1 + below(g, 4), keys = 32 * (1 + below(g, 3)), width = 32;
    struct ggml_tensor *q = leaf(g, GGML_TYPE_F32, width, any_size(g), heads);
    struct ggml_tensor *k = leaf(g, GGML_TYPE_F16, width, keys, heads);
    struct ggml_tensor *v = leaf(g, GGML_TYPE_F16, width, keys, heads);
    return ggml_flash_attn_ext(g->compute, q, k, v, NULL, 0.1f, 0.0f, 0.0f);
}

static struct ggml_tensor *step(struct random_graph *g)
{
    switch (below(g, 12)) {
    case 0:
    case 1:
    case 2: return pointwise(g);
    case 3:
    case 4:
    case 5: return binary(g);
    case 6: return product(g);
    case 7: return view(g);
    case 8: return reshape(g);
    case 9: return rows(g);
    case 10: return one_in(g, 6) ? attention(g) : movement(g);
    default: return movement(g);
    }
}

// ---- graphs

static void add(struct random_graph *g, struct ggml_tensor *t)
{
    g->made[g->n++] = t;
}

static void flag(struct random_graph *g, struct ggml_tensor *t)
{
    if (one_in(g, 12)) ggml_set_output(t);
    if (one_in(g, 24)) ggml_set_input(t);
}

static void add_steps(struct random_graph *g, struct ggml_cgraph *graph, int steps)
{
    int first = 1 + (int)below(g, 4);
    for (int i = 0; i < first; i++) {
        int64_t columns = any_size(g), rows = any_size(g);
        add(g, leaf(g, GGML_TYPE_F32, columns, rows, 1 + below(g, 3)));
    }
    if (one_in(g, 10)) add(g, leaf(g, GGML_TYPE_F32, 4, 0, 1));
    for (int i = 0; i < steps; i++) {
        struct ggml_tensor *t = step(g);
        if (ggml_nelements(t) > 1 << 20) t = g->made[0];
        add(g, t);
        flag(g, t);
        if (one_in(g, 10)) ggml_build_forward_expand(graph, t);
    }
    ggml_build_forward_expand(graph, g->made[g->n - 1]);
}

// Every other one of many tensors is given back, and nothing fits into the gaps.
static void add_gaps(struct random_graph *g, struct ggml_cgraph *graph)
{
    int gaps = MAX_RANGES - 2 + (int)below(g, 4);
    for (int i = 0; i < gaps; i++) {
        struct ggml_tensor *given = ggml_new_tensor_1d(g->compute, GGML_TYPE_F32, 8);
        struct ggml_tensor *kept = ggml_new_tensor_1d(g->compute, GGML_TYPE_F32, 8);
        struct ggml_tensor *wide = ggml_concat(g->compute, given, given, 0);
        ggml_set_output(wide);
        ggml_set_output(kept);
        ggml_build_forward_expand(graph, wide);
        ggml_build_forward_expand(graph, ggml_dup(g->compute, kept));
    }
}

static void dump_seed(int seed)
{
    static struct random_graph g;
    struct ggml_init_params params = {.mem_size = 16 << 20, .no_alloc = true};
    memset(&g, 0, sizeof g);
    g.random = (uint64_t)seed * 2654435761u + 12345;
    g.weights = ggml_init(params);
    g.compute = ggml_init(params);
    struct ggml_cgraph *graph = ggml_new_graph_custom(g.compute, 4096, false);
    if (seed % 50 == 49)
        add_gaps(&g, graph);
    else
        add_steps(&g, graph, 3 + (int)below(&g, seed % 10 == 9 ? 400 : 50));
    ggml_backend_buffer_t buffer =
        ggml_backend_alloc_ctx_tensors_from_buft(g.weights, ggml_backend_cpu_buffer_type());
    dump_graph(stdout, "seed", seed, graph, NULL);
    putchar('\n');
    if (buffer) ggml_backend_buffer_free(buffer);
    ggml_free(g.compute);
    ggml_free(g.weights);
}

int main(int argc, char **argv)
{
    setenv("GGML_NO_BACKTRACE", "1", 1);
    int first = argc > 1 ? atoi(argv[1]) : 0, count = argc > 2 ? atoi(argv[2]) : 1;
    for (int seed = first; seed < first + count; seed++) dump_seed(seed);
    return 0;
}
