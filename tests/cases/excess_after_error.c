// A type that does not compile takes the designators out of the list that a call is written as:
// nothing is said of values that its writer did not write.
// status: 0
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *conv, *bn;
};

static nn_tensor *net_forward(nn_module *self, tensor *x) // expect SP607: unknown type name 'tensor'
{
    struct net *net = (struct net *)self;
    nn_tensor *y = nn_call(net->bn, nn_call(net->conv, x));
    return nn_cat({x, y}, .dim = 1);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward); // expect SP414: not understood: a designator
    nn_member(net, conv, nn_conv2d(3, 16, 3, .stride = 2, .padding = 1));
    nn_member(net, bn, nn_batch_norm2d(16));
    return &net->base;
}
