// A batch of nothing is a batch.
// options: --input 'f32[0,8]'
// status: 0
// says: peak leaf      `0`: 0 bytes
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
}
