// In training at sizes that are asked for.
// options: --at N=1,4 --budget training<=3000
// says: broken: training
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), nn_gelu(), nn_linear(64, 64),
                         nn_linear(64, 8)); // expect SP501: at N=4 training has 3328 bytes, allowed are 3000
}
