// Ends with an activation: what is planted into it (planted.c) reaches no other call.
#include <shapeprof/nn.h>

nn_module *ends(void)
{
    return nn_sequential(nn_linear(8, 16), nn_tanh());
}
