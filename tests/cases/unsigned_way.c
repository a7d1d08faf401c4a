// Where a size is compared without a sign, numbers for which it would wrap around have no figures.
// options: --dtype f32 --at n=0,1,11
// says: needs n - 1 >= 0: it is used as an unsigned size
// says: 1 f32 16*N 48*N 48*N 144 if n - 1 < 10
// says: 11 f32 48*N 80*N 80*N 432 if n - 1 >= 10
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    return n - 1 < 10u ? nn_linear(8, 4) : nn_linear(8, 12);
}
