// A wrong number of axes: the finding says how many are missing or too many, and which are wanted.
// says: to mend it: add 1 axis to input by unsqueeze, for [C, H, W], or 2 for [N, C, H, W]
// says: to mend it: take 1 axis from input by flatten, squeeze or select, for [N, C, L], or 2 for [C, L]
// says: to mend it: add 2 axes to input by unsqueeze
// says: to mend it: add 1 axis to mat2 by unsqueeze
// says: to mend it: unsqueeze the one with fewer axes
// says: to mend it: give one element of value, as a tensor without axes, or a number
#include <shapeprof/nn.h>

nn_tensor *too_few(void)
{
    return nn_call(nn_conv2d(3, 8, 3), nn_input(NN_F32, 32, 32)); // expect SP103: needs 3 to 4
}

nn_tensor *too_many(void)
{
    return nn_call(nn_max_pool1d(2), nn_input(NN_F32, 2, 3, 8, 8)); // expect SP103: needs 2 to 3
}

nn_tensor *two_missing(void)
{
    return nn_tril(nn_sum(nn_input(NN_F32, 3))); // expect SP103: needs 2 or more
}

nn_tensor *second_operand(void)
{
    return nn_mm(nn_input(NN_F32, 2, 3), nn_input(NN_F32, 3)); // expect SP103: mm needs 2
}

nn_tensor *unequal(void)
{
    return nn_cross(nn_input(NN_F32, 2, 3), nn_input(NN_F32, 3)); // expect SP103: one rank
}

nn_tensor *one_number(void)
{
    return nn_fill_(nn_input(NN_F32, 3), nn_input(NN_F32, 1)); // expect SP103: one number
}
