// Sides that are compared where sizes are symbols: which is larger follows from what both accept.
#include <shapeprof/nn.h>

nn_module *patches(void)
{
    return nn_conv2d(3, 24, 4, .stride = 4);
}
nn_module *image(void)
{
    return nn_conv2d(3, 8, 3, .padding = 1);
}
nn_module *halves(void)
{
    return nn_conv2d(3, 16, 3, .stride = 2);
}
nn_module *numbers(void)
{
    return nn_conv2d(3, 7, 1, .stride = 2, .padding = 1);
}

nn_tensor *few(nn_tensor *x)
{
    nn_tensor *positions = nn_zeros(NN_F32, 8);
    return nn_call(nn_relu(), nn_add(x, nn_narrow(positions, 0, 0, nn_size(x, 2))));
}

nn_module *many(void)
{
    return nn_conv1d(3, 3, 16);
}

struct attention {
    nn_module base;
    nn_module *q, *softmax;
};

static nn_tensor *attention_forward(nn_module *self, nn_tensor *x)
{
    struct attention *attention = (struct attention *)self;
    nn_tensor *q = nn_call(attention->q, x);
    return nn_call(attention->softmax, nn_matmul(q, nn_transpose(q, -2, -1)));
}

nn_module *scores(void)
{
    struct attention *attention = nn_new(struct attention, attention_forward);
    nn_member(attention, q, nn_linear(64, 64));
    nn_member(attention, softmax, nn_softmax(.dim = -1));
    return &attention->base;
}

nn_module *mlp(int width)
{
    return nn_sequential(nn_linear(64, width), nn_relu(), nn_linear(width, 64));
}
