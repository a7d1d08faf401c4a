// Two symbols in one --at.
// options: --at N=1,T=8
// status: 2
// says: --at: N=1,T=8: each symbol has an --at of its own: --at N=1 --at T=8
#include <shapeprof/nn.h>

nn_tensor *net(nn_tensor *x)
{
    return nn_f_relu(x);
}
