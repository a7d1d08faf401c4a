// A limit that names its type is held in that one.
// options: --input 'f32[4,8]' --budget peak_leaf[f16]<=600,peak_leaf[f64]<=2047
// says: peak_leaf[f16]<=600: kept, 512 bytes
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), // expect SP501: budget peak_leaf[f64]<=2047: leaf `0` has 2048 bytes
                         nn_relu(), nn_linear(64, 8));
}
