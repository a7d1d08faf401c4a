// A width that a loop of unknown count adds up is unknown behind it, and so is all that it decides.
// status: 0
// says: Linear(8, ?)
// says: peak leaf not known
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int width = 8;
    for (int i = 0; i < n; i++) // expect SP410: 1 round was followed
        width += 4;
    return nn_linear(8, width);
}
