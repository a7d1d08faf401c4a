// A function that never stops calling itself.
#include <shapeprof/nn.h>

static int depth(int n)
{
    return n == 0 ? 0 : 1 + depth(n + 1); // expect SP406
}

nn_module *net(void)
{
    return nn_linear(8, depth(1));
}
