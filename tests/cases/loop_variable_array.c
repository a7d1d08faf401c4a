// Which element of a variable array a loop sets is not known, nor therefore any of them.
// says: Linear(8, ?)
#include <shapeprof/nn.h>

nn_module *net(int m)
{
    int n = 4;
    int widths[n];
    widths[0] = 3;
    int *next = widths;
    for (int i = 0; i < m; i++) next[i] = 1; // expect SP410: 1 round was followed
    return nn_linear(8, widths[0]);
}
