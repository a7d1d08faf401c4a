// A value of --set that the variable's type cannot hold.
// options: --set n=4294967300
// says: -2147483648 to 2147483647
#include <shapeprof/nn.h>

nn_module *net(int n) // expect SP423: `n` stays unknown
{
    return nn_linear(8, n);
}
