// A value with which sizes pass 64 bits has no figures, and the reason beside it.
// options: --at N=5,9223372036854775807 --dtype f32
// says: 5 f32 0 1280 2720 2720 4384
// says: 256 * 9223372036854775807 passes 64 bits
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
}
