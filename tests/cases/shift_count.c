// Shifts by counts that the left side has no bits for are told; those that fit are not.
#include <shapeprof/nn.h>

nn_module *by_constant(void)
{
    return nn_linear(8, 1 << 70); // expect SP424: a shift by 70 of a number of 32 bits
}

nn_module *by_variable(void)
{
    int count = 33;
    return nn_linear(8, 1 << count); // expect SP424: it is taken to shift by 1
}

nn_module *to_the_right(void)
{
    int64_t size = 64;
    size >>= 64;                        // expect SP424: a shift by 64 of a number of 64 bits
    return nn_linear(8, (int)size - 63); // 64 - 63
}

nn_module *by_less_than_nothing(int n)
{
    return nn_linear(8, n << -1); // expect SP424: a shift by -1
}

nn_module *within(void)
{
    unsigned bits = 1u << 31;
    return nn_linear(8, (int)(bits >> 25) + (int)(((int64_t)1 << 40) >> 37));
}
