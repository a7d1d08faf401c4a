// What a layer owns is at least what could be counted.
// says: parameters     >= 3037000500
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_sequential(nn_linear(3037000500LL, 3037000500LL)); // expect SP104: has more than 2^63 - 1 bytes
}
