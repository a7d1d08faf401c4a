// The backward pass of every operator that has one, by ggml's own functions: prints what
// ggml_build_backward_expand appends to the graph. backward.txt is what it prints with the library.

#include "ggml.h"

#include <stdint.h>
#include <stdio.h>

static struct ggml_context *ctx;

// ---- printing

static void show_node(struct ggml_tensor *t)
{
    printf("  %s `%s` %s", ggml_op_desc(t), t->name, ggml_type_name(t->type));
    for (int i = 0; i < 4; i++) printf(" %lld", (long long)t->ne[i]);
    printf(" |");
    for (int i = 0; i < 4; i++) printf(" %lld", (long long)t->nb[i]);
    printf(" |");
    for (int i = 0; i < 4; i++)
        if (t->src[i]) printf(" %s;", t->src[i]->name);
    if (t->view_src) printf(" at %lld of %s", (long long)t->view_offs, t->view_src->name);
    printf(" |");
    for (int i = 0; i < 12; i++) printf(" %d", t->op_params[i]);
    printf("\n");
}

static void show_backward(const char *name, struct ggml_tensor *loss, struct ggml_tensor **gathered)
{
    struct ggml_cgraph *graph = ggml_new_graph_custom(ctx, 128, true);
    ggml_set_loss(loss);
    ggml_build_forward_expand(graph, loss);
    int n_forward = ggml_graph_n_nodes(graph);
    ggml_build_backward_expand(ctx, graph, gathered);
    printf("%s: %d forward\n", name, n_forward);
    for (int i = n_forward; i < ggml_graph_n_nodes(graph); i++)
        show_node(ggml_graph_node(graph, i));
    for (int i = 0; i < n_forward; i++) {
        struct ggml_tensor *t = ggml_graph_node(graph, i);
        struct ggml_tensor *gradient = ggml_graph_get_grad(graph, t);
        struct ggml_tensor *accumulator = ggml_graph_get_grad_acc(graph, t);
        if (gradient) printf("  %s has %s", t->name, gradient->name);
        if (accumulator) printf(", gathered in %s", accumulator->name);
        if (gradient) printf("\n");
    }
}

static void show(const char *name, struct ggml_tensor *t)
{
    show_backward(name, ggml_sum(ctx, t), NULL);
}

// ---- tensors

static struct ggml_tensor *named(const char *name, struct ggml_tensor *t)
{
    ggml_set_name(t, name);
    return t;
}

static struct ggml_tensor *input(const char *name, int64_t n0, int64_t n1, int64_t n2, int64_t n3)
{
    return named(name, ggml_new_tensor_4d(ctx, GGML_TYPE_F32, n0, n1, n2, n3));
}

static struct ggml_tensor *param(const char *name, int64_t n0, int64_t n1, int64_t n2, int64_t n3)
{
    struct ggml_tensor *t = input(name, n0, n1, n2, n3);
    ggml_set_param(t);
    return t;
}

static struct ggml_tensor *indices(int64_t n)
{
    return named("indices", ggml_new_tensor_1d(ctx, GGML_TYPE_I32, n));
}

// ---- the cases, a family each

static void arithmetic(void)
{
    struct ggml_tensor *a = param("a", 6, 4, 3, 1), *b = param("b", 6, 4, 3, 1);
    struct ggml_tensor *row = param("row", 6, 1, 1, 1), *one = param("one", 1, 1, 1, 1);
    show("dup", ggml_dup(ctx, a));
    show("add", ggml_add(ctx, a, b));
    show("add row", ggml_add(ctx, a, row));
    show("add1", ggml_add1(ctx, row, one)); // a mean of each row is handed back
    show("sub", ggml_sub(ctx, a, b));
    show("mul", ggml_mul(ctx, a, b));
    show("mul row", ggml_mul(ctx, a, row));
    show("div", ggml_div(ctx, a, b));
    show("scale", ggml_scale(ctx, a, 0.25f));
    show("scale_bias", ggml_scale_bias(ctx, a, 3.0f, 1.0f));
}

static void functions(void)
{
    struct ggml_tensor *a = param("a", 5, 2, 1, 3);
    show("sqr", ggml_sqr(ctx, a));
    show("sqrt", ggml_sqrt(ctx, a));
    show("log", ggml_log(ctx, a));
    show("sin", ggml_sin(ctx, a));
    show("cos", ggml_cos(ctx, a));
    show("abs", ggml_abs(ctx, a));
    show("neg", ggml_neg(ctx, a));
    show("relu", ggml_relu(ctx, a));
    show("silu", ggml_silu(ctx, a));
    show("exp", ggml_exp(ctx, a));
    show("expm1", ggml_expm1(ctx, a));
    show("softplus", ggml_softplus(ctx, a));
    show("rms_norm", ggml_rms_norm(ctx, a, 1e-5f));
    show("swiglu_split", ggml_swiglu_split(ctx, a, param("b", 5, 2, 1, 3)));
    // What is piecewise constant hands nothing back.
    show("sgn beside", ggml_add(ctx, a, ggml_sgn(ctx, input("x", 5, 2, 1, 3))));
}

static void sums(void)
{
    struct ggml_tensor *a = param("a", 6, 4, 2, 1);
    show("sum_rows", ggml_sum_rows(ctx, a));
    show("mean", ggml_mean(ctx, a));
    show("repeat", ggml_repeat(ctx, a, input("x", 12, 4, 6, 1)));
    show("repeat_back", ggml_repeat_back(ctx, a, input("y", 3, 2, 2, 1)));
    show_backward("cross_entropy", ggml_cross_entropy_loss(ctx, a, input("labels", 6, 4, 2, 1)),
                  NULL);
    show_backward("sum of sums", ggml_add(ctx, ggml_sum(ctx, a), ggml_sum(ctx, ggml_sqr(ctx, a))),
                  NULL);
}

static void products(void)
{
    struct ggml_tensor *w = param("w", 8, 5, 1, 1), *x = param("x", 8, 3, 1, 1);
    show("mul_mat", ggml_mul_mat(ctx, w, x));
    struct ggml_tensor *k = param("k", 8, 5, 2, 1), *q = param("q", 8, 3, 6, 1);
    show("mul_mat shared heads", ggml_mul_mat(ctx, k, q));
    show("mul_mat of an input", ggml_mul_mat(ctx, w, input("in", 8, 7, 1, 1)));
    show("mul_mat twice", ggml_mul_mat(ctx, param("v", 5, 2, 1, 1), ggml_mul_mat(ctx, w, x)));
}

static void parts(void)
{
    struct ggml_tensor *a = param("a", 8, 6, 2, 1), *b = param("b", 4, 3, 1, 1);
    show("acc", ggml_acc(ctx, a, b, a->nb[1], a->nb[2], a->nb[3], 16));
    show("set", ggml_set(ctx, a, b, a->nb[1], a->nb[2], a->nb[3], 32));
    show("view_1d", ggml_view_1d(ctx, a, 10, 20));
    show("view_2d", ggml_view_2d(ctx, a, 4, 3, a->nb[1], 64));
    show("two views", ggml_add(ctx, ggml_view_2d(ctx, a, 4, 6, a->nb[1], 0),
                               ggml_view_2d(ctx, a, 4, 6, a->nb[1], 16)));
    show("view of a view", ggml_view_1d(ctx, ggml_view_2d(ctx, a, 8, 3, a->nb[1], 64), 5, 12));
}

static void copies(void)
{
    struct ggml_tensor *a = param("a", 6, 4, 2, 1);
    show("cpy", ggml_cpy(ctx, a, input("to", 12, 4, 1, 1)));
    show("cont", ggml_cont(ctx, ggml_permute(ctx, a, 2, 0, 1, 3)));
    show("cont_2d", ggml_cont_2d(ctx, a, 8, 6));
    show("reshape", ggml_reshape_2d(ctx, a, 24, 2));
    show("reshape of transposed",
         ggml_reshape_2d(ctx, ggml_cont(ctx, ggml_transpose(ctx, a)), 8, 6));
    show("permute", ggml_permute(ctx, a, 1, 2, 0, 3));
    show("transpose", ggml_mul(ctx, ggml_transpose(ctx, a), input("x", 4, 6, 2, 1)));
    show("get_rows", ggml_get_rows(ctx, param("table", 6, 10, 1, 1), indices(3)));
}

static void attention(void)
{
    struct ggml_tensor *a = param("a", 8, 5, 2, 1);
    struct ggml_tensor *mask = input("mask", 8, 5, 1, 1);
    show("diag_mask_inf", ggml_diag_mask_inf(ctx, a, 3));
    show("diag_mask_zero", ggml_diag_mask_zero(ctx, a, 1));
    show("soft_max", ggml_soft_max(ctx, a));
    show("soft_max_ext", ggml_soft_max_ext(ctx, a, mask, 0.125f, 0.0f));
    show("rope", ggml_rope(ctx, a, indices(2), 8, 0));
    show("rope_ext", ggml_rope_ext(ctx, a, indices(2), input("factors", 4, 1, 1, 1), 8, 2, 4096,
                                   10000.0f, 0.5f, 1.0f, 1.25f, 32.0f, 1.0f));
    int sections[4] = {2, 1, 1, 0};
    show("rope_multi", ggml_rope_multi(ctx, a, indices(8), NULL, 8, sections, 8, 4096, 10000.0f,
                                       1.0f, 0.0f, 1.0f, 32.0f, 1.0f));
}

static void images(void)
{
    struct ggml_tensor *image = param("image", 9, 7, 3, 2), *kernel = param("kernel", 3, 3, 3, 4);
    show("conv_2d", ggml_conv_2d(ctx, kernel, image, 2, 1, 1, 0, 1, 1));
    show("pool_2d", ggml_pool_2d(ctx, image, GGML_OP_POOL_MAX, 3, 2, 2, 2, 1, 0));
}

static void gathering(void)
{
    struct ggml_tensor *w = param("w", 4, 3, 1, 1), *sum = input("sum", 4, 3, 1, 1);
    struct ggml_tensor *gathered[8] = {sum};
    show_backward("gathered", ggml_sum(ctx, ggml_mul(ctx, w, w)), gathered);
    struct ggml_tensor *v = param("v", 4, 3, 1, 1);
    show_backward("gathered part", ggml_sum(ctx, ggml_view_1d(ctx, v, 5, 8)), gathered);
    struct ggml_tensor *u = param("u", 4, 3, 1, 1);
    show_backward("gathered number", ggml_sum(ctx, u), gathered);
    struct ggml_tensor *t = param("t", 4, 3, 1, 1);
    show_backward("gathered difference", ggml_sum(ctx, ggml_neg(ctx, t)), gathered);
}

int main(void)
{
    static void (*const families[])(void) = {arithmetic, functions, sums,   products, parts,
                                             copies,     attention, images, gathering};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        ctx = ggml_init((struct ggml_init_params){.mem_size = 4 << 20, .no_alloc = true});
        families[i]();
        ggml_free(ctx);
    }
    return 0;
}
