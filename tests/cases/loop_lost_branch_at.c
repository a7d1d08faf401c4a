// With a number for the count what the loop leaves is known, and so is the side that is taken.
// status: 0
// options: --input f32[4,16] --at n=1,30
// says: 1 f32 256 512 512 1088
// says: 30 f32 4096 4352 4352 17408
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int width = 16;
    for (int i = 0; i < n; i++) // expect SP410: 1 round was followed
        if (i > 20) width = 64;
    if (width > 50) return nn_linear(16, 256);
    return nn_linear(16, 16);
}
