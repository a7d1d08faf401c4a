// Both outputs are as large where L is even, and the earlier call wins there.
// options: --input f32[1,4,L] --dtype f32
// says: peak leaf `0`: 32*L bytes if L >= 2*L1
// says: `1`: 64*L1 bytes if 2*L1 > L
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_sequential(nn_conv1d(4, 8, 3, .padding = 1),
                         nn_conv1d(8, 16, 3, .stride = 2, .padding = 1));
}
