// Where nothing has to be padded 4 divides the length, and all sizes are told by it: what decides
// which variant it is holds for its figures.
// options: --dtype f32
// says: if L % 4 == 0
// says: peak live      136*L*N bytes, while `cat (variant_divisible.c:22)` runs
// says: total          88*L*N bytes in 4 leaf calls
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *first, *pool, *grow;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *skip = nn_call(net->first, x);
    x = nn_call(net->grow, nn_call(net->pool, nn_call(net->pool, skip)));
    int64_t missing = nn_size(skip, 2) - nn_size(x, 2);
    if (missing > 0) x = nn_pad(x, {0, missing});
    // Half of what comes out is the input again.
    return nn_cat({x, skip}, .dim = 1);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, forward);
    nn_member(net, first, nn_conv1d(2, 8, 3, .padding = 1));
    nn_member(net, pool, nn_max_pool1d(2));
    nn_member(net, grow, nn_upsample(.scale_factor = 4));
    return &net->base;
}
