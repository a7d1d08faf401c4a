// options: --input 'f32[4,8]' --budget peak_leaf<=1KiB,total<=3K
// status: 0
// says: kept
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
}
