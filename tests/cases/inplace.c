// In-place functions: what they write into and what they refuse. The results own no bytes.
// says: peak live 126 bytes
#include <shapeprof/nn.h>

static nn_tensor *matrix(void)
{
    return nn_input(NN_F32, 2, 3);
}

static nn_tensor *row(void)
{
    return nn_input(NN_F32, 3);
}

static nn_tensor *wide(void)
{
    return nn_expand(nn_input(NN_F32, 1, 3), 2, 3);
}

static nn_tensor *mask(void)
{
    return nn_input(NN_BOOL, 2, 3);
}

static nn_tensor *indices(void)
{
    return nn_constant(NN_I64, {2, 1}, .values = {0, 1});
}

// ---- right

nn_tensor *chain(void)
{
    nn_tensor *x = nn_add_(nn_f_relu(matrix()), row(), .alpha = nn_number(2));
    x = nn_clamp_(nn_mul_(x, nn_number(3)), .max = nn_number(6));
    x = nn_dropout_(nn_leaky_relu_(nn_sqrt_(x), 0.1), 0.5);
    x = nn_masked_fill_(nn_tril_(x, 0), mask(), nn_number(0));
    x = nn_scatter_(x, 1, indices(), nn_number(1));
    x = nn_index_add_(x, 0, nn_constant(NN_I64, {2}, .values = {0, 1}), matrix());
    return nn_copy_(nn_zero_(nn_fill_(nn_gt_(x, row()), nn_number(2))), nn_input(NN_I64, 3));
}

nn_tensor *idempotent(void)
{
    nn_tensor *x = nn_fill_(nn_zero_(wide()), nn_number(1));
    return nn_threshold_(nn_masked_fill_(nn_triu_(x, 1), mask(), nn_number(0)), 0, 0);
}

nn_tensor *converted(void)
{
    return nn_copy_(nn_input(NN_BOOL, 2, 3), matrix());
}

// ---- broadcast

nn_tensor *add_wider(void)
{
    return nn_add_(row(), matrix()); // expect SP165: f32[3] cannot be widened to [2, 3]
}

nn_tensor *copy_wider(void)
{
    return nn_copy_(nn_input(NN_F32, 1), row()); // expect SP165: its dim 0 (1) must equal broadcast size (3)
}

nn_tensor *number_written(void)
{
    return nn_sub_(nn_number(1), row()); // expect SP165: it needs a tensor to write to
}

// ---- dtypes

nn_tensor *fraction(void)
{
    return nn_div_(nn_input(NN_I64, 3), nn_integer(2)); // expect SP231: the result is f32, which does not fit in place into i64[3]
}

nn_tensor *sigmoid_of_integers(void)
{
    return nn_sigmoid_(nn_input(NN_I64, 3)); // expect SP231: the result is f32
}

nn_tensor *number_into_bool(void)
{
    return nn_bitwise_and_(nn_input(NN_BOOL, 3), nn_input(NN_I8, 3)); // expect SP231: the result is i8
}

nn_tensor *fill_range(void)
{
    return nn_fill_(nn_input(NN_I8, 3), nn_integer(300)); // expect SP232: does not fit into i8
}

nn_tensor *fill_axes(void)
{
    return nn_fill_(row(), nn_input(NN_F32, 1)); // expect SP103: value of fill_ must be one number
}

// ---- several elements at one place

nn_tensor *relu_expanded(void)
{
    return nn_relu_(wide()); // expect SP166: several times
}

nn_tensor *neg_expanded(void)
{
    return nn_neg_(wide()); // expect SP166
}

nn_tensor *dropout_expanded(void)
{
    return nn_dropout_(wide(), 0.5); // expect SP166
}

nn_tensor *scatter_expanded(void)
{
    return nn_scatter_(wide(), 1, indices(), nn_number(1)); // expect SP166
}

nn_tensor *index_add_expanded(void)
{
    return nn_index_add_(wide(), 1, nn_constant(NN_I64, {1}), nn_input(NN_F32, 2, 1)); // expect SP166
}

nn_tensor *copy_expanded(void)
{
    return nn_copy_(wide(), matrix()); // expect SP166
}

nn_tensor *module_expanded(void)
{
    return nn_call(nn_relu(.inplace = true), wide()); // expect SP166
}

// ---- no such form

nn_tensor *maximum(void)
{
    return nn_maximum(row(), row(), .inplace = true); // expect SP320: nn_maximum has no form in place
}
