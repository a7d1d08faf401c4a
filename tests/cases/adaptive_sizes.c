// A list of sizes that is too short: C makes the others 0, which nobody means.
#include <shapeprof/nn.h>

nn_module *square(void)
{
    return nn_adaptive_avg_pool2d(.output_sizes = {3}); // expect SP320: has 1 of 2 values
}

nn_module *volume(void)
{
    return nn_adaptive_max_pool3d(.output_sizes = {3, 2}); // expect SP320: has 2 of 3 values
}

nn_module *number(void)
{
    return nn_adaptive_max_pool2d(.output_sizes = 3); // expect SP320: .output_size as one number
}

nn_module *fractional(void)
{
    return nn_fractional_max_pool2d(2, .output_sizes = {3}); // expect SP320: has 1 of 2 values
}

nn_module *meant(void)
{
    return nn_adaptive_avg_pool2d(.output_sizes = {3, nn_at(0)});
}

nn_module *kept(void)
{
    return nn_adaptive_avg_pool2d(.output_sizes = {3, NN_NONE});
}

nn_module *all(void)
{
    return nn_adaptive_avg_pool2d(3);
}
