// -1 that is converted to a number without a sign takes one off: C's arithmetic wraps around there,
// and what is added back on the way needs no bound of its own. says: assumed: n - 1 >= 0: it is
// used as an unsigned size says: assumed: d + k - 8 >= 0: it is used as an unsigned size says:
// Linear(n - 1, 8) says: Linear(d + k - 8, 8) says: Linear(a - b, 8) says: Linear(large +
// 3000000000, 8)
#include <shapeprof/nn.h>

nn_module *one_less(unsigned n)
{
    int back = -1;
    return nn_linear(n + back, 8);
}

nn_module *shifted(unsigned k, int d)
{
    return nn_linear(k + (unsigned)(d - 8), 8);
}

nn_module *taken_off(unsigned a, unsigned b)
{
    int sign = -1;
    return nn_linear(a + b * sign, 8);
}

nn_module *added(unsigned large)
{
    return nn_linear(large + 3000000000u, 8);
}
