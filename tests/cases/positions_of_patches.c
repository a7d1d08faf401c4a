// Positions for 196 patches and one more: the picture that fits them is found, as a product of two
// sizes that broadcasts.
// options: --dtype f32
// says: input x: f32[N, 3, 224, 224] with H = W = 224 (sufficient, not necessary: 225 would do too) for add in patches
#include <shapeprof/nn.h>

struct patches {
    nn_module base;
    nn_module *conv;
    nn_tensor *first, *positions;
};

static nn_tensor *patches_forward(nn_module *self, nn_tensor *x)
{
    struct patches *p = (struct patches *)self;
    x = nn_transpose(nn_f_flatten(nn_call(p->conv, x), 2), 1, 2);
    x = nn_cat({nn_expand(p->first, nn_size(x, 0), -1, -1), x}, .dim = 1);
    return nn_add(x, p->positions);
}

nn_module *patches(void)
{
    struct patches *p = nn_new(struct patches, patches_forward);
    nn_member(p, conv, nn_conv2d(3, 8, 16, .stride = 16));
    p->first = nn_parameter(&p->base, "first", NN_F32, {1, 1, 8});
    p->positions = nn_parameter(&p->base, "positions", NN_F32, {1, 197, 8});
    return &p->base;
}
