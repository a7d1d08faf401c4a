// A flattened picture fits a Linear for few sizes: one is chosen and the line that demands it told.
// says: input x: f32[N, 3, 54, 54] with H = W = 54 (sufficient, not necessary: 55 would do too) for Linear `6`, which takes 9216 = 64*12*12 (chosen_size.c:9)
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_sequential(nn_conv2d(3, 32, 3), nn_relu(), nn_max_pool2d(2), nn_conv2d(32, 64, 3),
                         nn_max_pool2d(2), nn_flatten(),
                         nn_linear(9216, 10));
}
