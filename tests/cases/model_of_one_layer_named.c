// So it is by its class, as it is printed among what is alive.
// options: --input 'f32[4,8]' --why Linear
// status: 0
// says: 4 x 16 = 64 elements
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_linear(8, 16);
}
