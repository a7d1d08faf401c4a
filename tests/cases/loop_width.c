// A width that a loop adds up is a line in the count; one that depends on the round is unknown
// behind the loop, and so is all that it decides.
// status: 0
// says: Linear(8, 4*n + 8)
// says: peak leaf `(the model)`: 16*N*(n + 2) bytes
// says: Linear(8, ?)
// says: peak leaf not known
#include <shapeprof/nn.h>

extern int n;

nn_module *line(void)
{
    int width = 8;
    for (int i = 0; i < n; i++) width += 4;
    return nn_linear(8, width);
}

nn_module *step(void)
{
    int width = 8;
    for (int i = 0; i < n; i++) // expect SP410: 1 round was followed
        if (i > 20) width = 64;
    return nn_linear(8, width);
}

// Only the twenty-first round sets it, through a pointer.
static void widen(int *width, int i)
{
    if (i == 20) *width = 64;
}

nn_module *late(void)
{
    int width = 8;
    for (int i = 0; i < n; i++) // expect SP410: 1 round was followed
        widen(&width, i);
    return nn_linear(8, width);
}
