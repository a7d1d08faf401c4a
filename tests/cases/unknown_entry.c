// options: --entry wyde
// status: 2
// says: did you mean `wide`?
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
}
