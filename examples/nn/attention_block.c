// One block of a transformer with its attention written out: for short sequences
// the feed-forward layer is the largest, for long ones the scores.
#include <shapeprof/nn.h>

struct block {
    nn_module base;
    nn_module *q, *k, *v, *softmax, *out, *up, *act, *down;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *b = (struct block *)self;
    nn_tensor *q = nn_call(b->q, x), *k = nn_call(b->k, x), *v = nn_call(b->v, x);
    nn_tensor *scores = nn_matmul(q, nn_transpose(k, 1, 2));
    nn_tensor *y = nn_add(x, nn_call(b->out, nn_matmul(nn_call(b->softmax, scores), v)));
    return nn_add(y, nn_call(b->down, nn_call(b->act, nn_call(b->up, y))));
}

nn_module *block(void)
{
    struct block *b = nn_new(struct block, block_forward);
    nn_member(b, q, nn_linear(64, 64));
    nn_member(b, k, nn_linear(64, 64));
    nn_member(b, v, nn_linear(64, 64));
    nn_member(b, softmax, nn_softmax(-1));
    nn_member(b, out, nn_linear(64, 64));
    nn_member(b, up, nn_linear(64, 256));
    nn_member(b, act, nn_gelu());
    nn_member(b, down, nn_linear(256, 64));
    return &b->base;
}
