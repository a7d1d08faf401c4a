// A number of --set that the model refuses is told of the input that the model has otherwise, not
// of one of another rank that would get further.
// options: --set dim=66
// says: input x: f32[N, T, 66]
#include <shapeprof/nn.h>

struct attention {
    nn_module base;
    nn_module *qkv;
    int heads, dim;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct attention *a = (struct attention *)self;
    int64_t n = nn_size(x, 0), t = nn_size(x, 1);
    nn_tensor *q = nn_call(a->qkv, x);
    return nn_view(q, n, t, a->heads, a->dim / a->heads); // expect SP151: input is f32[N, T, 66], its number of elements, less the sizes that stay, (66) must equal the product of [N, T, 4, 16] (64)
}

nn_module *attention(int dim)
{
    struct attention *a = nn_new(struct attention, forward);
    a->heads = 4;
    a->dim = dim;
    nn_member(a, qkv, nn_linear(dim, dim));
    return &a->base;
}
