// The first call takes words and segments alike; the second one wants two axes.
// says: x: i64[N, T]: the smallest input that is accepted
// says: y: i64[N, T]: the smallest input that is accepted
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *word, *segment;
};

static struct nn_tensors forward(nn_module *self, struct nn_tensors in)
{
    struct net *net = (struct net *)self;
    nn_tensor *x = nn_call(net->word, in.at[0]);
    nn_tensor *y = nn_call(net->segment, in.at[1]);
    return nn_results(nn_permute(nn_add(x, y), 0, 2, 1));
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, .forward_all = forward);
    nn_member(net, word, nn_embedding(100, 16));
    nn_member(net, segment, nn_embedding(2, 16));
    return &net->base;
}
