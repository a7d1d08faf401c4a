// A residual block that changes the channels, and one that changes the features, without a projection.
// says: to mend it: make both 32 or both 16: a shortcut round layers that change the channels needs a projection from the one number to the other (a 1x1 convolution)
// says: to mend it: make both 24 or both 16: a shortcut round layers that change the features needs a projection from the one number to the other (a Linear layer)
// says: to mend it: make the two sizes equal, or one of them 1; the axes are lined up at the last one
#include <shapeprof/nn.h>

struct block {
    nn_module base;
    nn_module *inner;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *block = (struct block *)self;
    return nn_add(nn_call(block->inner, x), x); // expect SP102: dim 1 (16) // expect SP102: dim 1 (16)
}

static nn_module *block(nn_module *inner)
{
    struct block *block = nn_new(struct block, block_forward);
    nn_member(block, inner, inner);
    return &block->base;
}

nn_tensor *images(void)
{
    nn_module *wider = nn_conv2d(16, 32, 3, .stride = 2, .padding = 1);
    return nn_call(block(wider), nn_input(NN_F32, 2, 16, 8, 8));
}

nn_tensor *rows(void)
{
    return nn_call(block(nn_linear(16, 24)), nn_input(NN_F32, 2, 16));
}

nn_tensor *bias(void)
{
    return nn_add(nn_input(NN_F32, 2, 32, 8, 8), nn_input(NN_F32, 32)); // expect SP102: dim 3 (8)
}
