// A condition that comes back with the size is no bound.
// options: --dtype f32
// says: N % 5000 >= 100
#include <shapeprof/nn.h>

nn_tensor *window(nn_tensor *x)
{
    int64_t n = nn_size(x, 0);
    nn_tensor *y = nn_narrow(x, 0, 0, n % 5000);
    return nn_narrow(y, 0, 0, 100);
}
