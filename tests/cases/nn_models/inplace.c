#include <shapeprof/nn.h>

// Functions that write into their operand.
nn_tensor *inplace(void);

nn_tensor *inplace(void)
{
    nn_tensor *mask = nn_input(NN_BOOL, 1, 3), *row = nn_input(NN_F64, 3);
    nn_tensor *x = nn_f_linear(nn_input(NN_F32, 5, 4), nn_input(NN_F32, 3, 4));
    x = nn_add_(nn_relu_(x), row, .alpha = nn_number(0.5));
    x = nn_clamp_(nn_mul_(x, nn_number(3)), .min = nn_number(0), .max = nn_number(6));
    x = nn_masked_fill_(nn_dropout_(nn_hardtanh_(x, -1, 1), 0.1), mask, nn_number(0));
    x = nn_index_add_(nn_triu_(x, 1), 1, nn_constant(NN_I64, {2}), nn_ones(NN_F32, 5, 2));
    nn_copy_(nn_zero_(nn_fill_(nn_clone(x), nn_integer(1))), row);
    return nn_scatter_add_(x, 0, nn_constant(NN_I64, {5, 3}), nn_tanh_(nn_clone(x)));
}
