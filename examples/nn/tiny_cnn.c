// Two convolutions and a global pool, for 32 x 32 colour images.
#include <shapeprof/nn.h>

struct tiny_cnn {
    nn_module base;
    nn_module *conv1, *relu, *conv2, *pool, *fc;
};

static nn_tensor *tiny_cnn_forward(nn_module *self, nn_tensor *x)
{
    struct tiny_cnn *net = (struct tiny_cnn *)self;
    x = nn_call(net->relu, nn_call(net->conv1, x));
    x = nn_call(net->pool, nn_call(net->conv2, x));
    return nn_call(net->fc, nn_f_flatten(x, .start_dim = 1));
}

nn_module *tiny_cnn(void)
{
    struct tiny_cnn *net = nn_new(struct tiny_cnn, tiny_cnn_forward);
    nn_member(net, conv1, nn_conv2d(3, 16, 3, .padding = 1));
    nn_member(net, relu, nn_relu());
    nn_member(net, conv2, nn_conv2d(16, 32, 3, .stride = 2, .padding = 1));
    nn_member(net, pool, nn_adaptive_avg_pool2d(1));
    nn_member(net, fc, nn_linear(32, 10));
    return &net->base;
}
