// The statement that takes the last of the memory is blamed, with the calls that led to it.
// says: called from net
#include <shapeprof/nn.h>

static char table[4000000000];

static void touch(int last)
{
    int index = last - 1;
    table[index * 1000L] = 1; // expect SP408: too much memory
}

nn_module *net(void)
{
    touch(3999999);
    return nn_linear(8, 8);
}
