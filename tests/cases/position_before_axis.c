// Positions that count from the end of an axis, beyond its beginning.
// options: --input 'h=f32[4,1,8]'
// says: to mend it: choose an index of at least -1 and less than 1
#include <shapeprof/nn.h>

static nn_tensor *last_of_one(nn_tensor *h)
{
    return nn_select(h, 1, -1);
}

nn_tensor *second_last_of_one(nn_tensor *h)
{
    last_of_one(h);
    return nn_select(h, 1, -2); // expect SP159: input is f32[4, 1, 8], its dim 1 (1) must be at least what index -2 counts from the end (2)
}

nn_tensor *narrow_before(nn_tensor *h)
{
    return nn_narrow(h, .dim = 2, .start = -9, .length = 2); // expect SP159: input is f32[4, 1, 8], its dim 2 (8) must be at least what start -9 counts from the end (9)
}
