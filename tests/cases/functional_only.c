// A module of parameters and functional ops only: what it computes inside is larger than its output.
// options: --input f32[4,8] --dtype f32
// says: peak leaf `(the model)`: 32 bytes
// says: larger still `matmul (functional_only.c:17)`: 65536 bytes
// says: `relu (functional_only.c:17)`: 65536 bytes
// says: flops 344064
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_tensor *w1, *w2;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *m = (struct net *)self;
    nn_tensor *h = nn_f_relu(nn_matmul(x, m->w1));
    return nn_matmul(h, m->w2);
}

nn_module *net(void)
{
    struct net *m = nn_new(struct net, net_forward);
    m->w1 = nn_parameter(&m->base, "w1", NN_F32, {8, 4096});
    m->w2 = nn_parameter(&m->base, "w2", NN_F32, {4096, 2});
    return &m->base;
}
