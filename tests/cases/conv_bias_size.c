// The bias of a convolution has one element for each channel that comes out, whatever is said of
// it elsewhere (pytorch/pytorch#119407): 2 of a result [1, 2, 4, 4], not 4.
#include <shapeprof/nn.h>

static nn_tensor *convolved(int64_t bias)
{
    nn_tensor *image = nn_input(NN_F32, 1, 3, 8, 8), *weight = nn_input(NN_F32, 2, 3, 3, 3);
    return nn_f_conv2d(image, weight, nn_input(NN_F32, bias), .stride = 2, .padding = 1); // expect SP110: 4
}

nn_tensor *two(void)
{
    return nn_view(convolved(2), 1, 2, 4, 4);
}

nn_tensor *four(void)
{
    return convolved(4);
}
