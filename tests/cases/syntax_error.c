// What can be read is analysed.
// options: --input 'f32[4,8]'
// status: 0
// says: 1024
#include <shapeprof/nn.h>

int helper(int n)
{
    return n +; // expect SP607
}

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
}
