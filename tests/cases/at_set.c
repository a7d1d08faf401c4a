// A symbol that has a value already can have no others.
// options: --set N=4 --at N=1,2
// status: 2
// says: --at N: N was set
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_linear(8, 16);
}
