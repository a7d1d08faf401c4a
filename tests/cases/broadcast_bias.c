// A vector is added to a matrix of unknown length (onnx/onnx#4836): the result has the axes of
// the matrix, and a vector of another length is refused.
#include <shapeprof/nn.h>

nn_tensor *two(int64_t n)
{
    nn_tensor *sum = nn_add(nn_input(NN_F32, n, 2), nn_input(NN_F32, 2));
    return nn_view(sum, n, 2);
}

nn_tensor *one_axis(int64_t n)
{
    nn_tensor *sum = nn_add(nn_input(NN_F32, n, 2), nn_input(NN_F32, 2));
    return nn_mv(nn_input(NN_F32, 3, n), sum); // expect SP103
}

nn_tensor *four(int64_t n)
{
    return nn_add(nn_input(NN_F32, n, 2), nn_input(NN_F32, 4)); // expect SP102: (2)
}
