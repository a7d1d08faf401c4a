// What a layer has beside a parameter that no memory could hold is a bound of what it has.
// options: --dtype f32
// says: >= 3037000500
#include <shapeprof/nn.h>

nn_module *model(void)
{
    return nn_sequential(
        nn_linear(3037000500, 3037000500), // expect SP104: more than 2^63 - 1 bytes
        nn_relu());
}
