// A number of parts that nobody knows: each value that is asked for has a run of its own.
// options: --input 'f32[4,40]' --at d=2,4,5 --dtype f32
// says: 2 f32 fc 640
// says: 5 f32 fc 640
#include <shapeprof/nn.h>

extern int d;

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *m = (struct net *)self;
    nn_tensor *h = nn_call(m->fc, x);
    struct nn_tensors parts = nn_chunk(h, d, .dim = 1); // expect SP302: must be a number
    return nn_f_relu(parts.at[0]);
}

nn_module *make(void)
{
    struct net *m = nn_new(struct net, forward);
    nn_member(m, fc, nn_linear(40, 40));
    return &m->base;
}
