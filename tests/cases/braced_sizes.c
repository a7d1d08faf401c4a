// Sizes that a call takes without braces, in braces: what the first one alone would make of the
// tensor is not told, whether or not another line compiles.
#include <shapeprof/nn.h>

struct head {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *head_forward(nn_module *self, nn_tensor *x)
{
    struct head *m = (struct head *)self;
    int64_t B = nn_size(x, 0), T = nn_size(x, 1);
    nn_tensor *h = nn_view(nn_call(m->fc, x), {B, T, 4, 16}); // expect SP419: nn_view: a list in braces
    h = nn_transpose(h, 1, 2);
    return nn_reshape(h, {B, T, 64}); // expect SP419: nn_reshape: a list in braces
}

nn_module *head(void)
{
    struct head *m = nn_new(struct head, head_forward);
    nn_member(m, fc, nn_linear(64, 64));
    return &m->base;
}

static nn_tensor *broken_forward(nn_module *self, nn_tensor *x)
{
    struct head *m = (struct head *)self;
    nn_tensor *h = nn_view(nn_call(m->fc, x), {2, 2, 4, 16}); // expect SP419: nn_view: a list in braces
    h = nn_permute(h, 0, 2, 1, 3);
    h = nn_add(h, x +); // expect SP607: expected expression
    return h;
}

nn_module *broken(void)
{
    struct head *m = nn_new(struct head, broken_forward);
    nn_member(m, fc, nn_linear(64, 64));
    return &m->base;
}

nn_tensor *masked(nn_tensor *x, int T)
{
    nn_tensor *mask = nn_tril(nn_ones({T, T})); // expect SP607: the first argument of `nn_ones` is no list // expect SP607: expected expression // expect SP607: expected ')'
    return nn_mul(x, mask);
}
