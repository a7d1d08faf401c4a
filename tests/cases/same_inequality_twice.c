// What one branch found to differ, differs at the next: two variants, and none that is under
// `stride != 1 && stride == 1`. Where the branch told the number, sizes are written with it.
// says: 0 Conv2d(3, 8, 3, stride=1, padding=1) f32[N, 8, H, W] 32*H*N*W
// says: flops 7384*H*N*W same_inequality_twice.c:net, if stride != 1 assumed
// options: --dtype f32
#include <shapeprof/nn.h>

static nn_module *conv(int in, int out, int stride)
{
    if (stride != 1)
        return nn_sequential(nn_conv2d(in, out, 3, .stride = stride, .padding = 1), nn_relu());
    return nn_conv2d(in, out, 3, .stride = stride, .padding = 1);
}

nn_module *net(int stride)
{
    return nn_sequential(conv(3, 8, stride), conv(8, 16, stride), conv(16, 16, stride));
}
