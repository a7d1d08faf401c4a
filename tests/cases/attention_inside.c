// Attention as one op makes its scores inside, where peak live does not see them: the report says how much that is.
// options: --input f32[8,196,512]
// says: `multihead_attention (attention_inside.c:15)` computes in 32514048 bytes = 31.01 MiB of f32 of its own
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *att;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *n = (struct net *)self;
    // 4 * (2 * 8 * (196 + 196) * 512 + 2 * 8 * 8 * 196 * 196)
    return nn_add(x, nn_call(n->att, x, x, x, .need_weights = NN_OFF));
}

nn_module *net(void)
{
    struct net *n = nn_new(struct net, net_forward);
    nn_member(n, att, nn_multihead_attention(512, 8, .batch_first = true));
    return &n->base;
}
