// A pool that rounds up takes windows that are wider than the image, up to a bound.
#include <shapeprof/nn.h>

nn_tensor *wide_window(void)
{
    nn_tensor *x = nn_input(NN_F32, 1, 1, 6, 2);
    return nn_f_avg_pool2d(x, .kernel_sizes = {1, 5}, .strides = {1, 2}, .ceil_mode = true); // expect SP114: its dim 3 (2) must be at least smallest extent of the kernel's width (4)
}
