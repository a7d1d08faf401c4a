// A layer that is larger than it may be.
// options: --input 'f32[4,8]' --budget peak_leaf<=1000
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), // expect SP501: leaf `0` has 1024 bytes
                         nn_relu(), nn_linear(64, 8));
}
