// A forward that ends without a return gives no tensor; one that takes two tensors has a field of
// its own; what PyTorch has no default for must be written.
#include <shapeprof/nn.h>

struct block {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    nn_call(((struct block *)self)->fc, x); // expect SP405: `forward` ends without a return
}

static nn_tensor *forward_both(nn_module *self, nn_tensor *x, nn_tensor *y)
{
    return nn_add(nn_call(((struct block *)self)->fc, x), y);
}

nn_module *one(void)
{
    struct block *block = nn_new(struct block, forward);
    nn_member(block, fc, nn_linear(8, 4));
    return nn_sequential(&block->base);
}

nn_module *two(void)
{
    struct block *block = nn_new(struct block, forward_both); // expect SP320: `forward_both` takes 2 tensors: give it as .forward2 = forward_both, not as .forward
    nn_member(block, fc, nn_linear(8, 8));
    return &block->base;
}

nn_module *short_of(void)
{
    return nn_sequential(nn_linear(8, 64), nn_linear(64)); // expect SP320: nn_linear: `out_features` is not given
}

nn_module *nothing(void)
{
    return nn_sequential(nn_linear(8, 0), nn_linear(0, 4));
}
