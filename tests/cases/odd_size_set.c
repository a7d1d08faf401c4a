// The same with a size that --set binds.
// options: --set H=100
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_sequential(nn_conv2d(3, 4, 3, .stride = 50),
                         nn_conv2d(4, 4, 3, .paddings = {0, 1})); // expect SP114: needs H >= 103; H = 100
}
