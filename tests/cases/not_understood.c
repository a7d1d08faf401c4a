// Inline assembly is passed over.
// status: 0
// says: 1024
// options: --input 'f32[4,8]'
#include <shapeprof/nn.h>

static int cycles(void)
{
    int low = 0;
    __asm__ volatile("" : "=r"(low)); // expect SP414
    return low;
}

nn_module *net(void)
{
    cycles();
    return nn_sequential(nn_linear(8, 64), nn_relu());
}
