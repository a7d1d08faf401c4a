// What an array has room for is held against the sizes of --at.
// options: --input f32[4,T,8] --at T=64,65
// says: needs T <= 64 for `out` of 64 elements (array_too_short_at.c:11); T = 65
#include <shapeprof/nn.h>

nn_tensor *collected(nn_tensor *x)
{
    nn_tensor *out[64];
    int steps = nn_size(x, 1);
    for (int t = 0; t < steps; t++)
        out[t] = nn_select(x, 1, t);
    return nn_stack(.list = out, .n_list = steps, .dim = 1);
}
