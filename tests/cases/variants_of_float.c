// A size that is set under a comparison of floats which nobody knows is one of two, as in `c ? a :
// b`.
// says: Linear(8, 128)
// says: Linear(8, 64)
#include <shapeprof/nn.h>

float multiplier_of_file(void);

nn_module *net(void)
{
    float multiplier = multiplier_of_file(); // expect SP412
    int width = 64;
    if (multiplier > 1) width = 128;
    return nn_linear(8, width);
}
