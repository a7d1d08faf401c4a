// What autograd keeps of a GRU whose length is a symbol: for each step and direction, the state
// before, three gates and three products of the hidden size, and the input of each layer.
#include <shapeprof/nn.h>

nn_module *one(void)
{
    return nn_gru(4, 6);
}

nn_module *both_ways(void)
{
    return nn_gru(4, 6, 2, .bidirectional = true);
}
