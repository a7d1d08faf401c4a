// A model that is wrong for every batch of images and right for one image, since the axis that is
// joined along is another one there: the reason is told beside the input.
// says: no input has a batch axis: with one, Conv2d `last`: input is f32[N, 32, H, W], its dim 1 (32) must equal
#include <shapeprof/nn.h>

struct joined {
    nn_module base;
    nn_module *first, *last;
};

static nn_tensor *joined_forward(nn_module *self, nn_tensor *x)
{
    struct joined *joined = (struct joined *)self;
    nn_tensor *a = nn_call(joined->first, x);
    return nn_call(joined->last, nn_cat({a, nn_f_relu(a)}, .dim = 1));
}

nn_module *joined(void)
{
    struct joined *joined = nn_new(struct joined, joined_forward);
    nn_member(joined, first, nn_conv2d(3, 16, 3, .padding = 1));
    nn_member(joined, last, nn_conv2d(16, 1, 1));
    return &joined->base;
}
