// Backward graphs that cannot be built: each names the forward node that is the reason.

#include "ggml.h" // expect SP612: the nearest folder

static struct ggml_context *ctx;

static struct ggml_tensor *weight(const char *name)
{
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 4, 3);
    ggml_set_param(w);
    ggml_set_name(w, name);
    return w;
}

static struct ggml_cgraph *expanded(struct ggml_tensor *t)
{
    struct ggml_cgraph *graph = ggml_new_graph_custom(ctx, 64, true);
    struct ggml_tensor *loss = ggml_sum(ctx, t);
    ggml_set_loss(loss);
    ggml_build_forward_expand(graph, loss);
    return graph;
}

int main(void)
{
    ctx = ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_cgraph *gelu = expanded(ggml_gelu(ctx, weight("w")));
    ggml_build_backward_expand(ctx, gelu, NULL); // expect SP706: GELU has no backward
    struct ggml_cgraph *relu = expanded(ggml_relu_inplace(ctx, weight("v")));
    ggml_build_backward_expand(ctx, relu, NULL); // expect SP706: computed in place
    struct ggml_tensor *x = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 4);
    struct ggml_cgraph *no_parameter = expanded(ggml_sqr(ctx, x));
    ggml_build_backward_expand(ctx, no_parameter, NULL); // expect SP706: no node of the graph is a parameter
    struct ggml_cgraph *no_room = ggml_new_graph(ctx);
    ggml_build_forward_expand(no_room, ggml_sqr(ctx, weight("u")));
    ggml_build_backward_expand(ctx, no_room, NULL); // expect SP706: without room for gradients
    return 0;
}
