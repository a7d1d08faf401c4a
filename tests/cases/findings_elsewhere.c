// The entry that is asked for is right; what is wrong in a function that it does not come to is
// nobody's question then, but what it comes to is.
// options: --entry asked --input f32[4,8]
#include <shapeprof/nn.h>

static nn_module *block(int width)
{
    int odd[1] = {1, 2}; // expect SP419
    return nn_linear(8, width + odd[0] - 1);
}

nn_module *asked(void)
{
    return nn_sequential(block(4), nn_relu());
}

nn_tensor *not_asked(nn_tensor *x)
{
    return nn_matmul(nn_f_linear(x, nn_input(NN_F32, {64, 64})), x);
}
