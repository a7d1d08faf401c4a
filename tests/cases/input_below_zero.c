// The size of an input that is given may be negative too.
// options: --input 'f32[N-5,8]' --dtype f32
// says: N >= 5 for Linear
#include <shapeprof/nn.h>

nn_module *model(void)
{
    return nn_sequential(nn_linear(8, 64), nn_relu());
}
