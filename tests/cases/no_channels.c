// Nothing was ever stored in the width, so it is 0. That is told of the layer, and not that an
// input of another rank, which was only tried, is none for a convolution.
#include <shapeprof/nn.h>

static int width;

nn_module *net(void)
{
    return nn_sequential(nn_conv2d(3, width, 3), // expect SP113: its dim 0 (0) must be at least 1
                         nn_relu());
}

// What to do about it is told.
nn_tensor *no_output_channels(void)
{
    return nn_call(nn_conv2d(3, 0, 3), nn_input(NN_F32, 1, 3, 8, 8)); // expect SP113: must be at least 1
}
