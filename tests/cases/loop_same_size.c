// The size that decides a loop stays the same in each round: where it runs at all, it never ends.
#include <shapeprof/nn.h>

nn_tensor *shrink(nn_tensor *x, int n)
{
    nn_module *pool = nn_max_pool2d(3, .stride = 1);
    while (nn_size(x, 0) > n) { // expect SP407: did not end within 100 rounds
        x = nn_call(pool, x);
    }
    return x;
}
