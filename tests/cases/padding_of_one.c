// An array of one padding is that of the first axis, since C has zeros in the rest of it. What is
// for all axes is the scalar option, or an array that ends there, as PyTorch's (1,).
// says: f32[1, 16, 8, 6]
#include <shapeprof/nn.h>

static nn_tensor *sized(nn_tensor *x, int64_t h, int64_t w)
{
    return nn_view(x, 1, 16, h, w);
}

nn_tensor *first_axis(void)
{
    nn_tensor *x = nn_input(NN_F32, 1, 3, 8, 8);
    nn_tensor *y = sized(nn_call(nn_conv2d(3, 16, 3, .paddings = 1), x), 8, 6);
    return nn_add(y, sized(nn_call(nn_conv2d(3, 16, 3, .paddings = {1, 0}), x), 8, 6));
}

nn_tensor *all_axes(void)
{
    nn_tensor *x = nn_input(NN_F32, 1, 3, 8, 8);
    nn_tensor *y = sized(nn_call(nn_conv2d(3, 16, 3, .paddings = {1, NN_END}), x), 8, 8);
    return nn_add(y, sized(nn_call(nn_conv2d(3, 16, 3, .padding = 1), x), 8, 8));
}

nn_tensor *strides(void)
{
    nn_tensor *x = nn_input(NN_F32, 1, 3, 8, 8);
    return sized(nn_call(nn_conv2d(3, 16, 3, .strides = {2, NN_END}), x), 3, 3);
}
