// Channels that do not fit: pictures with their channels in the last axis.
// options: --input 'f32[2,32,32,3]'
// says: if the channels are dim 3, permute it to dim 1
#include <shapeprof/nn.h>

nn_module *image(void)
{
    return nn_sequential(nn_conv2d(3, 16, 3)); // expect SP113: its dim 1 (32) must equal in_channels (3)
}
