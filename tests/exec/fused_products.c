// Products with the elementwise ops behind them: a bias that repeats along the rows, activations,
// what another layer made; and products that no chain can begin with.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_tensor *weight, *bias, *grid;
    nn_module *up, *side, *conv;
};

static nn_tensor *run(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    // A bias and activations behind a matrix product.
    nn_tensor *h = nn_f_gelu(nn_add(nn_matmul(x, net->weight), net->bias));
    // Two products in one sum: a chain begins with one of them.
    h = nn_f_relu(nn_add(nn_call(net->up, h), nn_call(net->side, x)));
    // A product that is read twice stays a tensor.
    nn_tensor *twice = nn_matmul(h, net->weight);
    h = nn_mul(nn_f_sigmoid(twice), twice);
    // What repeats after 12 and what repeats after 36 elements have no pieces in common.
    h = nn_mul(nn_add(nn_matmul(h, net->weight), net->grid), net->bias);
    // A convolution, an activation over it in place, a comparison, whose result is no number.
    nn_tensor *image = nn_relu_(nn_call(net->conv, nn_unsqueeze(h, 1)));
    nn_tensor *large = nn_gt(nn_f_tanh(nn_call(net->conv, nn_unsqueeze(h, 1))), nn_number(0.1));
    return nn_mul(image, nn_to(large, NN_F32));
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, run);
    net->weight = nn_parameter(&net->base, "weight", NN_F32, {12, 12});
    net->bias = nn_parameter(&net->base, "bias", NN_F32, {12});
    net->grid = nn_parameter(&net->base, "grid", NN_F32, {3, 12});
    nn_member(net, up, nn_linear(12, 12));
    nn_member(net, side, nn_linear(12, 12));
    nn_member(net, conv, nn_conv2d(1, 4, 3, .padding = 1));
    return &net->base;
}
