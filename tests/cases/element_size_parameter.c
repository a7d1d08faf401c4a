// options: --checks=-unused-block
// A dtype that the program is told: sizes go on as f32, which is said, and the size of an element is
// not to be written as a number.
// says: assumed: the dtype `dtype` is NN_F32
// says: peak leaf      `0`: 256*N bytes
#include <shapeprof/nn.h>
#include <stdlib.h>

static void *room(nn_tensor *x)
{
    return malloc((size_t)nn_numel(x) * sizeof(float));             // expect SP810: while its dtype is the parameter `dtype`
}

nn_module *net(enum nn_dtype dtype)
{
    nn_tensor *mask = nn_zeros(dtype, 4, 8);
    void *bytes = malloc((size_t)nn_numel(mask) * 4);               // expect SP810: parameter `dtype`: only f32 and i32 have 4
    void *right = malloc((size_t)nn_nbytes(mask)), *other = room(mask), *known = room(nn_zeros(NN_F32, 4));
    free(bytes), free(right), free(other), free(known);
    return nn_sequential(nn_linear(8, 64), nn_relu());
}
