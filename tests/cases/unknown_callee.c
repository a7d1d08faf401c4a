// A function that nobody knows: one that comes from outside, and one of a table that is too long to
// follow each element of it.
// options: --input f32[4,8]
// status: 0
#include <shapeprof/nn.h>

typedef nn_module *(*constructor_of)(void);

nn_module *from_outside(constructor_of make)
{
    return nn_sequential(nn_linear(8, 8), make()); // expect SP412: which function `make` is, is not known here
}

static nn_module *relu(void)
{
    return nn_relu();
}

static nn_module *gelu(void)
{
    return nn_gelu();
}

nn_module *of_a_long_table(int i)
{
    static const constructor_of makers[20] = {relu, gelu};
    return nn_sequential(nn_linear(8, 8), makers[i]()); // expect SP412: which function `makers[i]` is, is not known here
}
