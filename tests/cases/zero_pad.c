// A list of zeros where nothing is what zeros mean needs no nn_at: no padding is what it says, in
// whatever form it is written. Where the default is all axes, a zero has to be wrapped.
// options: --input f32[4,3,8,8]
// says: pad(pad=[0, 1])
// says: pad(pad=[0, 0, 2, 0])
// says: ZeroPad2d(padding=(0, 1))
#include <shapeprof/nn.h>

nn_tensor *written(nn_tensor *x) { return nn_pad(x, {0, 0, 0, 0}); }

nn_tensor *computed(nn_tensor *x)
{
    nn_tensor *y = nn_interpolate(x, .scale_factor = 1, .mode = "bilinear");
    int64_t missing = nn_size(x, 3) - nn_size(y, 3);
    return nn_pad(x, {missing / 2, missing - missing / 2});
}

nn_tensor *first(nn_tensor *x) { return nn_pad(x, {0, 1}); }

nn_tensor *second(nn_tensor *x) { return nn_pad(x, {0, 0, 2, 0}); }

nn_module *layer(void) { return nn_zero_pad2d(.paddings = {0, 0, 0, 0}); }

nn_module *one_side(void) { return nn_zero_pad2d(.paddings = {0, 1}); }

nn_module *value(void) { return nn_constant_pad2d(.paddings = {0, 0}, .value = 2.5); }

nn_module *nothing(void) { return nn_zero_pad2d(); } // expect SP320: `padding` is not given

nn_tensor *axis(nn_tensor *x) { return nn_sum(x, .dims = {0}); } // expect SP326: `dims` is 0 here
