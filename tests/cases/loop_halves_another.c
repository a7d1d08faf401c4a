// Each round halves another axis than the one that decides the loop: no size of 64 bits takes that
// forever.
#include <shapeprof/nn.h>

nn_tensor *shrink(nn_tensor *x, int n)
{
    while (nn_size(x, 0) > n)                     // expect SP410: 64 rounds were followed
        x = nn_f_max_pool1d(x, .kernel_size = 2); // expect SP115: its dim 2 (0)
    return x;
}
