// Kernels of unknown sizes: what the second layer needs implies what the first one does, and is
// told once.
// says: input x: f32[N, 3, H, W] with k + 2 <= H - k, k + 2 <= W - k for Conv2d `1` (symbolic_kernels.c:8) leaf
#include <shapeprof/nn.h>

nn_module *net(int k)
{
    return nn_sequential(nn_conv2d(3, 16, k + 1), nn_conv2d(16, 4, k + 2));
}
