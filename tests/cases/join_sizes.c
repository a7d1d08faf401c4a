// What is joined differs in one other axis, and could be joined along that; or in two, and has to
// be cropped or padded first.
// says: make both 4 or both 6: crop the one or pad the other; or join along dim 2, the only one in which they differ
// says: make both 5 or both 7: crop the one or pad the other join_sizes.c:22:12: error
#include <shapeprof/nn.h>

nn_tensor *one_axis(void)
{
    nn_tensor *a = nn_input(NN_F32, 2, 3, 4), *b = nn_input(NN_F32, 2, 3, 6);
    return nn_cat({a, b}, .dim = 1); // expect SP155: its dim 2 (4) must equal dim 2 (6)
}

nn_tensor *two_axes(void)
{
    nn_tensor *a = nn_input(NN_F32, 2, 5, 4), *b = nn_input(NN_F32, 2, 7, 6);
    return nn_cat({a, b}); // expect SP155: its dim 1 (5) must equal dim 1 (7)
}

nn_tensor *third_part(void)
{
    nn_tensor *a = nn_input(NN_F32, 8, 4), *b = nn_input(NN_F32, 9, 4), *c = nn_input(NN_F32, 9, 5);
    return nn_cat({a, b, c}, .dim = 1); // expect SP155: its dim 0 (8) must equal dim 0 (9)
}
