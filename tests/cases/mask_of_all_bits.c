// A mask of all bits leaves a number what it is, in int, long and without a sign.
// says: Linear(n + 17, 8)
// says: Linear(deep, 8)
// says: Linear(wide, 8)
#include <shapeprof/nn.h>

nn_module *of_int(int n)
{
    return nn_linear(((7 & -1) & 1) + ((16 + n) & -1), 8);
}

nn_module *of_long(long deep)
{
    return nn_linear(deep & ~0L, 8);
}

nn_module *of_unsigned(unsigned wide)
{
    return nn_linear((int)(~0u & wide), 8);
}
