// A module that a plain function calls has no name but that of its class, which is said once.
// says: error: `CircularPad2d`: input is f32[1, 8, 2, 2]
// says: error: `Linear2`: input is f32[1, 8, 6, 6]
#include <shapeprof/nn.h>

nn_tensor *padded(void)
{
    nn_tensor *x = nn_call(nn_conv2d(3, 8, 3), nn_input(NN_F32, 1, 3, 4, 4));
    return nn_call(nn_circular_pad2d(7), x); // expect SP123: `CircularPad2d`: input is
}

nn_tensor *second(void)
{
    nn_tensor *x = nn_call(nn_conv2d(3, 8, 3), nn_input(NN_F32, 1, 3, 8, 8));
    x = nn_call(nn_linear(6, 6), x);
    return nn_call(nn_linear(5, 6), x); // expect SP101: `Linear2`: input is
}
