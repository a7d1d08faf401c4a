// Types that follow from rules where f32 is run as another type: floats of two types that meet, and
// floats that come of integers, which are f32 whatever the model's float is.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *layer(nn_module *self, nn_tensor *x)
{
    return nn_call(((struct net *)self)->fc, x);
}

static nn_tensor *index_of(nn_module *self, nn_tensor *x)
{
    return nn_argmax(layer(self, x), -1, .keepdim = true);
}

// f16 where the model is f16, f32 where it is bf16.
static nn_tensor *meet(nn_module *self, nn_tensor *x)
{
    nn_tensor *h = layer(self, x);
    return nn_exp(nn_add(h, nn_to(h, NN_F16)));
}

static nn_tensor *meet_halves(nn_module *self, nn_tensor *x)
{
    nn_tensor *h = layer(self, x);
    return nn_add(nn_to(h, NN_F16), nn_to(h, NN_BF16));
}

static nn_tensor *divide(nn_module *self, nn_tensor *x)
{
    return nn_div(index_of(self, x), nn_integer(3));
}

static nn_tensor *choose(nn_module *self, nn_tensor *x)
{
    nn_tensor *where = nn_gt(layer(self, x), nn_number(0));
    return nn_where(where, nn_number(1), nn_number(0));
}

// The cast to f32 is one to the model's float: a copy there, and the tensor itself in f32.
static nn_tensor *cast_back(nn_module *self, nn_tensor *x)
{
    nn_tensor *root = nn_sqrt(index_of(self, x)), *back = nn_to(root, NN_F32);
    nn_mul_(back, nn_number(2));
    return nn_add(nn_transpose(back, 0, 1), nn_transpose(layer(self, x), 0, 1));
}

static nn_tensor *in_loop(nn_module *self, nn_tensor *x)
{
    nn_tensor *h = nn_exp(index_of(self, x));
    for (int i = 0; i < 6; i++) h = nn_add(nn_f_relu(h), nn_ones_like(h));
    return nn_cumsum(nn_mul(h, nn_zeros(1, 1)), 0);
}

static nn_tensor *over(nn_module *self, nn_tensor *x)
{
    nn_tensor *h = layer(self, x), *mask = nn_f_sigmoid(index_of(self, x));
    nn_mul_(h, mask);
    return nn_f_softmax(nn_add(mask, nn_to(h, NN_F16)), -1);
}

// In other types than f32 the product's operands do not go together.
static nn_tensor *mixed_product(nn_module *self, nn_tensor *x)
{
    return nn_matmul(nn_transpose(nn_sqrt(index_of(self, x)), 0, 1), layer(self, x));
}

static nn_module *net(nn_tensor *(*forward)(nn_module *, nn_tensor *))
{
    struct net *n = nn_new(struct net, forward);
    nn_member(n, fc, nn_linear(8, 8));
    return &n->base;
}

nn_module *met(void)
{
    return net(meet);
}

nn_module *met_halves(void)
{
    return net(meet_halves);
}

nn_module *divided(void)
{
    return net(divide);
}

nn_module *chosen(void)
{
    return net(choose);
}

nn_module *back(void)
{
    return net(cast_back);
}

nn_module *looped(void)
{
    return net(in_loop);
}

nn_module *overwritten(void)
{
    return net(over);
}

nn_module *product(void)
{
    return net(mixed_product);
}
