// A library's functions are known by its tables, not by what a header is called or by names alone:
// these are the program's own, and nobody knows what they do, however often.
// status: 1
#include "own_mymath.h"
#include <shapeprof/nn.h>

nn_module *net(void)
{
    int width = 8;
    for (int i = 0; i < 3000000; i++) // expect SP407
        width = next_width(8);        // expect SP412
    return nn_linear(1, width);
}
