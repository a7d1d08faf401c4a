// An equation of one operand that sums nothing shows its memory in another order.
#include <shapeprof/nn.h>

nn_tensor *diagonal(void)
{
    nn_tensor *x = nn_mul(nn_input(NN_F32, 3, 2), nn_number(2));
    return nn_f_relu(nn_einsum("ii->i", {nn_slice(x, 0, 1)}), .inplace = true);
}

nn_tensor *turned(void)
{
    return nn_einsum("a...->...a",
                     {nn_expand(nn_transpose(nn_input(NN_F32, 2, 1, 2), 2, 1), 2, 2, 3)});
}
