// A name that no parameter of the forward has, however near.
// options: --input tgd=i64[2,5] --input src=i64[2,7]
// says: no model has an input of this name; the inputs are `src`, `tgt`; did you mean `tgt`?
// status: 2
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *words, *wide;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *src, nn_tensor *tgt)
{
    struct net *m = (struct net *)self;
    nn_tensor *a = nn_call(m->wide, nn_call(m->words, src));
    return nn_cat({a, nn_call(m->wide, nn_call(m->words, tgt))}, .dim = 1);
}

nn_module *net(void)
{
    struct net *m = nn_new(struct net, .forward2 = net_forward);
    nn_member(m, words, nn_embedding(100, 8));
    nn_member(m, wide, nn_linear(8, 64));
    return &m->base;
}
