// Each type that is asked for must keep the limit, whichever comes first.
// options: --input 'f32[4,8]' --budget peak_leaf<=600 --dtype f16,f32,bf16
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), // expect SP501: budget peak_leaf[f32]<=600: leaf `0` has 1024 bytes
                         nn_relu(), nn_linear(64, 8));
}
