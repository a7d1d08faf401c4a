// Of sizes that broadcast one may be 1: --why says so of those that nothing decides.
// options: --why 'add (why_broadcast.c:13)'
// says: needs axis 0 of input =
// says: equals axis 0 of other = 4, or one of them is 1
#include <shapeprof/nn.h>

extern int width(void);

nn_tensor *sum_of(nn_tensor *x)
{
    int rows = width() * width(); // expect SP412: width
    (void)x;
    return nn_add(nn_zeros(NN_F32, rows, 8), nn_zeros(NN_F32, 4, 8));
}
