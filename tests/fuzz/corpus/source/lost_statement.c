// What a statement that does not compile would have written is unknown, and what
// depends on it stays silent; the rest is known.
// options: --input f32[4,8] --dtype f32
// says: Linear(9, ?)
// says: incomplete: what line 48 does is lost
// says: [1] what line 31 does is lost
// says: f32[4, 24]
#include <shapeprof/nn.h>

struct sizes {
    int hidden, heads;
};

struct net {
    nn_module base;
    nn_module *first, *second, *third;
};

static void widen(struct sizes *sizes, int by)
{
    sizes->hidden += by;
}

static nn_tensor *relu_of(nn_tensor *x)
{
    return nn_f_relu(x);
}

static nn_tensor *pick(nn_tensor *x)
{
    return relu_of(x; // expect SP607: expected ')'
}

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *kept = nn_call(net->first, x), *lost = kept;
    struct nn_tensors parts = nn_chunk(kept, 2);
    lost = relu_of(parts.at[0] +); // expect SP607: expected expression
    lost = nn_call(net->third, pick(lost));
    return nn_add(kept, nn_call(net->second, lost));
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    struct sizes sizes = {8, 9}, others = {24, 1};
    widen(&sizes, 3 +); // expect SP607: expected expression
    nn_member(net, first, nn_linear(8, others.hidden));
    nn_member(net, second, nn_linear(sizes.hidden, 24));
    nn_member(net, third, nn_linear(9, sizes.heads));
    return &net->base;
}
