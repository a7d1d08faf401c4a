// A budget is held against both sides of a branch on what a loop lost.
// options: --input f32[4,16] --budget 'peak_leaf<=1024'
// says: if width > 50
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int width = 16;
    for (int i = 0; i < n; i++) // expect SP410: 1 round was followed
        if (i > 20) width = 64;
    if (width > 50) return nn_linear(16, 256); // expect SP501: if width > 50, the model, which is a single leaf, has 4096 bytes
    return nn_linear(16, 16);
}
