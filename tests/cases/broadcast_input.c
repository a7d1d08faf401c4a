// A size that was taken from what it is added to is enough, not needed: 1 is stretched.
// says: assumed: x: dim 1 is 3, as add needs (broadcast_input.c:7) (sufficient: 1 may broadcast)
#include <shapeprof/nn.h>

nn_tensor *offset(nn_tensor *x)
{
    return nn_add(nn_call(nn_linear(4, 5), x), nn_input(NN_F32, 3, 7, 5));
}
