// The scores would be larger than what `up` makes from 64 tokens on, but there are 32 places: only
// what the model accepts counts, with and without an input that is asked for.
// options: --dtype f32 --input 'ids=i64[B,L]'
// says: ids: i64[B, L] with L <= 32
// says: peak leaf      `up`: 256*B*L bytes
// says: peak live      328*B*L bytes, while `up` runs
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *words, *places, *softmax, *up;
};

static nn_tensor *forward(nn_module *self, nn_tensor *ids)
{
    struct net *net = (struct net *)self;
    nn_tensor *rows = nn_arange(0, nn_size(ids, 1));
    nn_tensor *x = nn_add(nn_call(net->words, ids), nn_call(net->places, rows));
    nn_tensor *scores = nn_call(net->softmax, nn_matmul(x, nn_transpose(x, 1, 2)));
    return nn_call(net->up, nn_matmul(scores, x));
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, forward);
    nn_member(net, words, nn_embedding(100, 16));
    nn_member(net, places, nn_embedding(32, 16));
    nn_member(net, softmax, nn_softmax(-1));
    nn_member(net, up, nn_linear(16, 64));
    return &net->base;
}
