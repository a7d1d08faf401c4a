// A module that is called with more inputs than it takes, by no line of the program.
// options: --input f32[4,8] --input f32[4]
// status: 2
// says: --input f32[4]: there are no more inputs than `x`
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_linear(8, 8);
}
