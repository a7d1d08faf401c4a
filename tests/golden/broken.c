// A model with a wrong layer, for errors.txt.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *embed, *hidden, *head;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    x = nn_call(net->embed, x);
    x = nn_call(net->hidden, x);
    return nn_call(net->head, x);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, embed, nn_linear(8, 512));
    nn_member(net, hidden, nn_linear(768, 64));
    nn_member(net, head, nn_linear(64, 2));
    return &net->base;
}
