// A size against a number that it broadcasts with: a condition with two ways to hold.
// options: --input x=f32[N,A*A] --input y=f32[N,36] --dtype f32 --at N=2 --at A=1,4,6
// says: with A^2 == 36 or A^2 == 1 for mul
// says: needs A^2 == 36 or A^2 == 1 for mul (broadcast_condition.c:10); A^2 = 16
#include <shapeprof/nn.h>

nn_tensor *both(nn_tensor *x, nn_tensor *y)
{
    // Told by its product, A is not taken for a size that is to be found.
    return nn_mul(x, y);
}
