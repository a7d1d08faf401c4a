// A convolution whose operands show their memory in another order: the kernel puts them in order
// first, which is no part of the im2col that the op's definition names.
#include <shapeprof/nn.h>

nn_tensor *normed(void)
{
    nn_tensor *x = nn_permute(nn_input(NN_F32, 1, 8, 16, 16), 0, 2, 3, 1);
    x = nn_permute(nn_call(nn_layer_norm(8), x), 0, 3, 1, 2);
    return nn_call(nn_conv2d(8, 8, 3, .padding = 1), x);
}

nn_tensor *one_axis(void)
{
    nn_tensor *x = nn_transpose(nn_input(NN_F32, 2, 10, 4), 1, 2);
    return nn_call(nn_conv1d(4, 6, 3), x);
}

nn_tensor *spread(void)
{
    nn_tensor *x = nn_transpose(nn_input(NN_F32, 2, 10, 4), 1, 2);
    return nn_call(nn_conv_transpose1d(4, 6, 3), x);
}

nn_tensor *turned_weight(void)
{
    nn_tensor *w = nn_randn(NN_F32, 4, 6, 3);
    return nn_f_conv1d(nn_input(NN_F32, 2, 4, 10), nn_transpose(w, 0, 1));
}

nn_tensor *of_one(void)
{
    nn_tensor *x = nn_transpose(nn_input(NN_F32, 2, 10, 4), 1, 2);
    return nn_call(nn_conv1d(4, 6, 1), x);
}
