// The same without the option: what the mathematics of backward reads again.
// options: --input 'f32[4,8]' --dtype f32
// status: 0
// says: in training    2304 bytes
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_sequential(nn_linear(8, 64), nn_log_sigmoid(), nn_linear(64, 8));
}
