// How many elements are chosen stands in their values; --set gives it, as any other unknown.
// options: --input 'f32[4,8]' --set nonzero=5 --set nonzero_2=3 --dtype f32
#include <shapeprof/nn.h>

nn_tensor *net(nn_tensor *x)
{
    nn_tensor *first = nn_nonzero(x), *second = nn_nonzero(nn_f_relu(x));
    return nn_add(first, second); // expect SP102: i64[5, 2], its dim 0 (5) must
}
