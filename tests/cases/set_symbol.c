// options: --set hidden=64 --input 'f32[4,8]'
// status: 0
// says: 1024
#include <shapeprof/nn.h>

nn_module *wide(int hidden)
{
    return nn_sequential(nn_linear(8, hidden), nn_relu(), nn_linear(hidden, 8));
}
