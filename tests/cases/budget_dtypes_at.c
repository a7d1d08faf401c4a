// The same at sizes that are asked for; the cell of each type says what became of it.
// options: --at N=1,4 --budget peak_leaf<=600 --dtype f16,f32
// says: broken: peak_leaf
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), // expect SP501: budget peak_leaf[f32]<=600: at N=4 peak_leaf has 1024 bytes
                         nn_relu(), nn_linear(64, 8));
}
