// A graph's list of nodes in the program's own hands, a choice of results, and questions about how
// elements lie. Each assertion holds with the library.
// says: 9 leaf calls
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

int main(void)
{
    ggml_backend_t backend = ggml_backend_cpu_init();
    ggml_backend_buffer_type_t type = ggml_backend_get_default_buffer_type(backend);
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){1 << 20, NULL, true});
    struct ggml_cgraph *gf = ggml_new_graph_custom(ctx, 16, false);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 8, 4);
    ggml_set_input(x);
    struct ggml_tensor *turned = ggml_transpose(ctx, x);
    struct ggml_tensor *ways[3] = {ggml_relu(ctx, x), ggml_gelu(ctx, ggml_sqr(ctx, x)),
                                   ggml_silu(ctx, x)};
    struct ggml_tensor *way = ggml_build_forward_select(gf, ways, 3, 1);
    GGML_ASSERT(way == ways[1]);
    struct ggml_tensor *y = ggml_add(ctx, ggml_cont(ctx, turned), ggml_cont(ctx, ggml_transpose(ctx, way)));
    ggml_set_output(y);
    ggml_build_forward_expand(gf, y);

    struct ggml_tensor **nodes = ggml_graph_nodes(gf);
    size_t bytes = 0;
    for (int i = 0; i < ggml_graph_n_nodes(gf); i++) {
        GGML_ASSERT(nodes[i] == ggml_graph_node(gf, i));
        if (nodes[i]->view_src == NULL) bytes += ggml_backend_buft_get_alloc_size(type, nodes[i]);
    }
    GGML_ASSERT(nodes[0] == ways[0] && nodes[ggml_graph_n_nodes(gf) - 1] == y);
    GGML_ASSERT(ggml_graph_n_nodes(gf) == 9 && bytes == 7 * 128);

    GGML_ASSERT(ggml_get_unary_op(ways[0]) == GGML_UNARY_OP_RELU);
    GGML_ASSERT(ggml_is_permuted(turned) && !ggml_is_permuted(x));
    GGML_ASSERT(!ggml_are_same_stride(turned, x) && ggml_are_same_stride(way, x));
    GGML_ASSERT(ggml_is_contiguously_allocated(turned));
    GGML_ASSERT(!ggml_is_contiguously_allocated(ggml_view_2d(ctx, x, 4, 4, x->nb[1], 0)));
    GGML_ASSERT(!ggml_is_contiguous_channels(x));
    GGML_ASSERT(ggml_is_contiguous_channels(
        ggml_permute(ctx, ggml_new_tensor_3d(ctx, GGML_TYPE_F32, 3, 8, 4), 2, 0, 1, 3)));
    GGML_ASSERT(ggml_backend_buft_get_max_size(type) > bytes);

    ggml_gallocr_t allocr = ggml_gallocr_new(type);
    ggml_gallocr_alloc_graph(allocr, gf);
    ggml_backend_graph_plan_t plan = ggml_backend_graph_plan_create(backend, gf);
    if (ggml_backend_graph_plan_compute(backend, plan) != GGML_STATUS_SUCCESS) return 1;
    ggml_backend_graph_plan_free(backend, plan);
    ggml_gallocr_free(allocr);
    ggml_free(ctx);
    ggml_backend_free(backend);
    return 0;
}
