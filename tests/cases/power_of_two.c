// says: if (n & n - 1) != 0
// says: if (n & n - 1) == 0
#include <shapeprof/nn.h>

nn_tensor *fold(nn_tensor *x, int n)
{
    if ((n & (n - 1)) == 0) return nn_f_relu(x);
    return nn_add(x, x);
}
