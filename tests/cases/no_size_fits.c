// No picture gives 4609 = 11*419 features of 64 channels: no input is made up for it, not even one
// without a batch.
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_sequential(nn_conv2d(3, 64, 3), nn_relu(), nn_max_pool2d(2), nn_flatten(),
                         nn_linear(4609, 10)); // expect SP101: must equal dim 1 (4609) of weight f32[10, 4609]
}
