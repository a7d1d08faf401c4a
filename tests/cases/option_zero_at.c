// An option whose number may be 0, which says "not given": that it is given is taken for granted,
// and where it is not, the entry is run anew with its default.
// options: --dtype f32 --input x=f32[1,3,32,32] --at d=0,1,2,3
// says: assumed: d != 1: otherwise `n` is 0, which means "not given"
// says: 1 f32 11904 24192 24192 0
// says: 3 f32 11520 23808 23808 0
// says: assumed: d != 1: otherwise `stride` is 0, which means "not given"
// says: assumed: d >= 2, as Conv2d `p` needs (option_zero_at.c:32)
// says: 0 f32 needs d >= 2 for Conv2d `p` (option_zero_at.c:32); d = 0
// says: 1 f32 p 28800 41088 41088 896
// says: 3 f32 p 7200 19488 19488 896
// says: assumed: d/2 != 0: otherwise `stride` is 0, which means "not given"
// says: 1 f32 p 1200 13488 13488 0
// says: 2 f32 p 10800 23088 23088 0
// says: assumed: d != 0: otherwise `strides` is 0, which means "not given"
// says: 0 f32 p 1200 13488 13488 0
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    int64_t d;
    nn_module *p;
};

static nn_tensor *differences(nn_module *self, nn_tensor *x)
{
    return nn_diff(x, ((struct net *)self)->d - 1);
}

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    return nn_call(((struct net *)self)->p, x);
}

nn_module *shorter(int d)
{
    struct net *n = nn_new(struct net, differences);
    n->d = d;
    return &n->base;
}

nn_module *conv(int d)
{
    struct net *n = nn_new(struct net, forward);
    nn_member(n, p, nn_conv2d(3, 8, 3, .stride = d - 1));
    return &n->base;
}

nn_module *pool(int d)
{
    struct net *n = nn_new(struct net, forward);
    nn_member(n, p, nn_max_pool2d(3, .stride = d / 2));
    return &n->base;
}

nn_module *pools(int d)
{
    struct net *n = nn_new(struct net, forward);
    nn_member(n, p, nn_max_pool2d(3, .strides = {d, d}, .padding = d));
    return &n->base;
}
