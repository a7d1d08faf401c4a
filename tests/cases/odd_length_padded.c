// What an op needs on one side of a branch is no condition of the model: the other side has it
// without the padding.
// options: --input x=f32[N,4,L] --dtype f32
// says: odd_length_padded.c:halved, if L % 2 != 0
// says: odd_length_padded.c:halved, if L % 2 == 0
// says: odd_length_padded.c:strided, if ((L + 2)/3) % 2 != 0
// says: odd_length_padded.c:strided, if ((L + 2)/3) % 2 == 0
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *conv;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    x = nn_call(net->conv, x);
    if (nn_size(x, 2) % 2) x = nn_pad(x, {0, 1});
    return nn_reshape(x, nn_size(x, 0), nn_size(x, 1) * 2, nn_size(x, 2) / 2);
}

nn_module *halved(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, conv, nn_conv1d(4, 8, 7));
    return &net->base;
}

nn_module *strided(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, conv, nn_conv1d(4, 8, 7, .stride = 3));
    return &net->base;
}
