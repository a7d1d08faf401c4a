// Two inputs whose numbers come from files: what hooks see of the ReLUs tells them.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *first, *second;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x, nn_tensor *y)
{
    struct net *net = (struct net *)self;
    return nn_add(nn_call(net->first, x), nn_call(net->second, y));
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, .forward2 = forward);
    nn_member(net, first, nn_relu());
    nn_member(net, second, nn_relu());
    return &net->base;
}
