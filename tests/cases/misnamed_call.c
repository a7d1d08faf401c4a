// A wrong name is told even where the arguments are named, which only a macro can have.
#include <shapeprof/nn.h>

nn_tensor *resized(void)
{
    nn_tensor *x = nn_input(NN_F32, 1, 3, 8, 8);
    return nn_f_interpolate(x, .size = 4); // expect SP607: there is no function `nn_f_interpolate`, did you mean `nn_interpolate`?
}

nn_module *normed(void)
{
    return nn_batchnorm2d(8, .eps = 1e-3); // expect SP607: did you mean `nn_batch_norm2d`?
}

nn_module *normed_as_it_is(void)
{
    return nn_batchnorm2d(8); // expect SP422: did you mean `nn_batch_norm2d`?
}

nn_module *other(void)
{
    return my_own_layer(8, .eps = 1e-3); // expect SP607
}
