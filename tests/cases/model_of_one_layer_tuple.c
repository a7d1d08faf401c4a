// What a hook gets of it is said of a model with a name.
// options: --input 'f32[4,3,8]'
// status: 0
// says: `(the model)` returns 3 tensors
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_lstm(8, 16);
}
