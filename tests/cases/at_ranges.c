// Values that would leave the C type in which a size is computed have no figures.
// options: --at n=46340,46341 --dtype f32 --input f32[1,46340]
// says: needs n^2 <= 2147483647 in C's arithmetic
#include <shapeprof/nn.h>

nn_module *net(int n)
{
    int area = n * n;
    return nn_linear(46340, area);
}
