// A tensor that is NULL where one is needed, alone and in lists. Options may be NULL.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc, *gate;
    bool gated;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *y = nn_call(net->fc, x), *z = NULL;
    nn_tensor *parts[3] = {x, NULL, y};
    if (net->gated) z = nn_call(net->gate, x);
    nn_cat({x, z, y}, .dim = 1);               // expect SP324: nn_cat: tensors[1] (`z`) is NULL
    nn_stack({x, y, z});                       // expect SP324: nn_stack: tensors[2] (`z`) is NULL
    nn_cat(.list = parts, .n_list = 3);        // expect SP324: nn_cat: tensors[1] is NULL
    nn_mul(y, z);                              // expect SP324: nn_mul: other (`z`) is NULL
    nn_mul(y);                                 // expect SP320: nn_mul needs a tensor: other is not given
    nn_f_linear(x, nn_zeros(NN_F32, 8, 8), z); // no bias
    return y;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, forward);
    nn_member(net, fc, nn_linear(8, 8));
    nn_member(net, gate, nn_linear(8, 8));
    return &net->base;
}
