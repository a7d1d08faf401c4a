// Beside a size of 0, -1 in a reshape could stand for any: also where that size is one of the
// tensor's own.
// options: --at a=1,2
// says: with a >= 2 for reshape (reshape_beside_zero.c:11)
// says: needs a >= 2 for reshape (reshape_beside_zero.c:11); a = 1
#include <shapeprof/nn.h>

nn_tensor *all_but_last(int64_t a)
{
    nn_tensor *x = nn_input(NN_F32, 7, a);
    return nn_reshape(nn_narrow(x, 1, 0, a - 1), -1, a - 1);
}
