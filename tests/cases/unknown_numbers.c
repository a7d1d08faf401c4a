// Numbers of the program that are not known are no zeros: a probability changes no size, a factor
// of a size leaves it unknown.
// options: --input 'f32[1,1,9,9]' --dtype f32
// says: Dropout(p=?)
// says: the factor of a size is not known
#include <shapeprof/nn.h>

nn_module *dropped(double p)
{
    return nn_sequential(nn_dropout(p), nn_leaky_relu(p));
}

nn_module *scaled(double s)
{
    return nn_sequential(nn_upsample(.scale_factor = s), nn_relu()); // expect SP116: not decided
}

nn_module *scaled_by(int n)
{
    return nn_sequential(nn_upsample(.scale_factor = n), nn_relu()); // expect SP116: not decided
}
