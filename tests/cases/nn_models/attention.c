#include <shapeprof/nn.h>

// Self-attention written out in functions, causal by a mask.
struct attention {
    nn_module base;
    nn_module *qkv, *out;
    int64_t heads;
};

static nn_tensor *heads_of(nn_tensor *x, int64_t heads)
{
    int64_t n = nn_size(x, 0), t = nn_size(x, 1), c = nn_size(x, 2);
    return nn_transpose(nn_view(x, n, t, heads, c / heads), 1, 2);
}

static nn_tensor *attention_forward(nn_module *self, nn_tensor *x)
{
    struct attention *a = (struct attention *)self;
    int64_t n = nn_size(x, 0), t = nn_size(x, 1), c = nn_size(x, 2);
    struct nn_tensors parts = nn_chunk(nn_call(a->qkv, x), 3, .dim = -1);
    nn_tensor *q = heads_of(parts.at[0], a->heads), *k = heads_of(parts.at[1], a->heads);
    nn_tensor *v = heads_of(parts.at[2], a->heads);
    nn_tensor *scores = nn_div(nn_matmul(q, nn_transpose(k, -2, -1)), nn_number(8.0));
    nn_tensor *mask = nn_logical_not(nn_tril(nn_ones(NN_BOOL, t, t)));
    scores = nn_masked_fill(scores, mask, nn_number(-1e4));
    nn_tensor *y = nn_matmul(nn_f_softmax(scores, .dim = -1), v);
    return nn_call(a->out, nn_reshape(nn_transpose(y, 1, 2), n, t, c));
}

nn_tensor *attention(void);

nn_tensor *attention(void)
{
    struct attention *a = nn_new(struct attention, attention_forward);
    a->heads = 4;
    nn_member(a, qkv, nn_linear(64, 192, .dtype = NN_F16));
    nn_member(a, out, nn_linear(64, 64, .dtype = NN_F16));
    return nn_call(&a->base, nn_input(NN_F16, 2, 128, 64));
}
