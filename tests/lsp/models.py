"""Sources for the tests."""

MLP = """#include <shapeprof/nn.h>

struct mlp {
    nn_module base;
    nn_module *fc1, *act, *fc2;
};

static nn_tensor *mlp_forward(nn_module *self, nn_tensor *x)
{
    struct mlp *net = (struct mlp *)self;
    nn_tensor *h = nn_call(net->fc1, x);
    h = nn_call(net->act, h);
    return nn_call(net->fc2, h);
}

nn_module *mlp(void)
{
    struct mlp *net = nn_new(struct mlp, mlp_forward);
    nn_member(net, fc1, nn_linear(8, 64));
    nn_member(net, act, nn_relu());
    nn_member(net, fc2, nn_linear(64, 8));
    return &net->base;
}
"""

# The second layer takes what the first one does not give.
BROKEN = MLP.replace("nn_linear(64, 8)", "nn_linear(32, 8)")

MLP_HINTS = [
    "10:39 [N, 64] f32 256*N B  \u25c0 peak leaf",
    "11:28 [N, 64] f32 256*N B  \u25c0 peak live",
    "12:31 [N, 8] f32 32*N B",
]

GGML = """#include "ggml.h"

struct ggml_cgraph *layer(struct ggml_context *ctx)
{
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 32);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 4);
    struct ggml_tensor *y = ggml_mul_mat(ctx, w, x);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, ggml_relu(ctx, y));
    return graph;
}
"""
