// What depends on the type that f32 is taken as: attention keeps the logarithm of each row's sum in
// f32 at least, and a cast to the type that a tensor has already gives back the tensor.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *attend(nn_module *self, nn_tensor *x)
{
    nn_tensor *q = nn_call(((struct net *)self)->fc, x);
    return nn_scaled_dot_product_attention(q, q, q);
}

static nn_tensor *exact(nn_module *self, nn_tensor *x)
{
    nn_tensor *y = nn_to(nn_call(((struct net *)self)->fc, x), NN_F64);
    return nn_exp(nn_f_flatten(y));
}

static nn_tensor *halved(nn_module *self, nn_tensor *x)
{
    nn_tensor *y = nn_exp(nn_to(nn_call(((struct net *)self)->fc, x), NN_F16));
    return nn_sin(nn_to(y, NN_F32));
}

static nn_module *net(nn_tensor *(*forward)(nn_module *, nn_tensor *))
{
    struct net *n = nn_new(struct net, forward);
    nn_member(n, fc, nn_linear(6, 6));
    return &n->base;
}

nn_module *attention(void)
{
    return net(attend);
}

nn_module *in_f64(void)
{
    return net(exact);
}

nn_module *in_f16(void)
{
    return net(halved);
}
