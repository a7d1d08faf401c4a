// An input whose sizes are multiples of 16 (kornia's DISK, microsoft/onnxruntime#18360): said of
// the input, no condition is left.
// options: --input 'f32[N,3,16*H,16*W]'
// status: 0
// says: f32[N, 3, 16*H, 16*W]
#include <shapeprof/nn.h>

#define N_LEVELS 4

nn_tensor *disk(nn_tensor *x)
{
    nn_tensor *skip[N_LEVELS];
    for (int i = 0; i < N_LEVELS; i++) {
        skip[i] = x;
        x = nn_call(nn_avg_pool2d(2), x);
    }
    for (int i = N_LEVELS - 1; i >= 0; i--)
        x = nn_cat({skip[i], nn_call(nn_upsample(.scale_factor = 2), x)}, .dim = 1);
    return x;
}
