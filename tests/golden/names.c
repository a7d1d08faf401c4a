// Names that would break lines, move the cursor or be no UTF-8.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *up, *down;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    return nn_call(net->down, nn_call(net->up, x));
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, forward, .kind = "two\nlines");
    net->up = nn_child(&net->base, "up\n\x1b[31m", nn_linear(8, 16));
    net->down = nn_child(&net->base,
                         "gr\xc3\xb6\xc3\x9f"
                         "er \xe9",
                         nn_linear(17, 4));
    return &net->base;
}
