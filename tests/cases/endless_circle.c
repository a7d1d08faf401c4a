// Builders that only call each other: the first of them is run, and it never ends.
#include <shapeprof/nn.h>

nn_module *even(int n);

nn_module *odd(int n)
{
    return even(n - 1); // expect SP406: calls are nested here
}

nn_module *even(int n)
{
    return odd(n - 1);
}
