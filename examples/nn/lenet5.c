// LeNet-5 (LeCun et al., 1998) for 28 x 28 digits. One activation and one pool
// object serve all layers, so a hook that keeps the last call of each sees only
// the smallest of their outputs.
#include <shapeprof/nn.h>

struct lenet5 {
    nn_module base;
    nn_module *conv1, *pool, *conv2, *act, *flatten;
    nn_module *fc1, *fc2, *fc3;
};

static nn_tensor *lenet5_forward(nn_module *self, nn_tensor *x)
{
    struct lenet5 *net = (struct lenet5 *)self;
    x = nn_call(net->pool, nn_call(net->act, nn_call(net->conv1, x)));
    x = nn_call(net->pool, nn_call(net->act, nn_call(net->conv2, x)));
    x = nn_call(net->flatten, x);
    x = nn_call(net->act, nn_call(net->fc1, x));
    x = nn_call(net->act, nn_call(net->fc2, x));
    return nn_call(net->fc3, x);
}

nn_module *lenet5(void)
{
    struct lenet5 *net = nn_new(struct lenet5, lenet5_forward);
    nn_member(net, conv1, nn_conv2d(1, 6, 5, .padding = 2));
    nn_member(net, pool, nn_avg_pool2d(2));
    nn_member(net, conv2, nn_conv2d(6, 16, 5));
    nn_member(net, act, nn_tanh());
    nn_member(net, flatten, nn_flatten());
    nn_member(net, fc1, nn_linear(16 * 5 * 5, 120));
    nn_member(net, fc2, nn_linear(120, 84));
    nn_member(net, fc3, nn_linear(84, 10));
    return &net->base;
}
