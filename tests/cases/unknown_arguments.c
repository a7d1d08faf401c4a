// Arguments that choose the form of a result and are not known: nothing is wrong with the program.
// says: to mend it: bind the symbols with --set
// says: assumed: a >= 1, as arange needs (unknown_arguments.c:40)
// says: f32[max(min(16 - a, 12), 0)]
#include <shapeprof/nn.h>

struct nn_tensors chunks(int64_t a)
{
    return nn_chunk(nn_input(NN_F32, 12, 12), a); // expect SP302: chunks of chunk is a; it must be a number that is known
}

nn_tensor *softmax_axis(int64_t a)
{
    return nn_f_softmax(nn_input(NN_F32, 12, 12), a); // expect SP302: dim of softmax is a; it must be a number that is known
}

nn_tensor *sum_axis(int64_t a)
{
    return nn_sum(nn_input(NN_F32, 12, 12), .dim = a); // expect SP302: an axis in `dim` is not a known number
}

// These have a size for each number.
nn_tensor *diagonal(int64_t a)
{
    return nn_diagonal(nn_input(NN_F32, 12, 16), a);
}

nn_tensor *diagonal_right(int64_t n)
{
    return nn_diagonal(nn_input(NN_F32, 12, 12), nn_size(nn_input(NN_F32, n), 0));
}

nn_tensor *diagonal_matrix(int64_t a)
{
    return nn_diag(nn_input(NN_F32, 12), a);
}

nn_tensor *steps(int64_t a)
{
    return nn_arange(0, 12, a);
}

nn_tensor *steps_down(int64_t a)
{
    return nn_arange(12, 0, -a);
}
