// Results in their operands' strides: contiguous and reshape of them copy, and of what is turned
// back they do not.
#include <shapeprof/nn.h>

static nn_tensor *turned(nn_tensor *x)
{
    return nn_permute(nn_call(nn_linear(5, 6), x), 2, 0, 1);
}

// A copy, and the memory that is there already.
static nn_tensor *both_ways(nn_tensor *x)
{
    nn_tensor *copy = nn_exp(nn_contiguous(x)), *seen = nn_permute(x, 1, 2, 0);
    nn_tensor *flat = nn_exp(nn_reshape(x, -1)), *row = nn_exp(nn_reshape(seen, -1));
    return nn_add(nn_sum(copy), nn_add(nn_sum(flat), nn_sum(nn_mul(row, row))));
}

nn_tensor *pointwise(nn_tensor *x)
{
    nn_tensor *t = nn_f_relu(turned(x));
    t = nn_add(nn_f_gelu(nn_exp(nn_f_sigmoid(t))), nn_pow(t, nn_number(2)));
    t = nn_maximum(nn_lerp(t, nn_f_silu(t), nn_number(0.5)), nn_clamp(t, nn_number(0)));
    return both_ways(nn_where(nn_gt(t, nn_number(0)), nn_f_leaky_relu(t, 0.1), t));
}

nn_tensor *moved(nn_tensor *x)
{
    nn_tensor *t = nn_clone(turned(x));
    t = nn_rot90(nn_flip(t, 0), 2);
    return both_ways(nn_sort(nn_to(t, NN_F64)).at[0]);
}

nn_tensor *along_axes(nn_tensor *x)
{
    nn_tensor *t = nn_cumsum(nn_f_softmax(turned(x), -1), 0);
    return both_ways(nn_f_dropout(nn_f_log_softmax(t, 1), 0.5, NN_ON));
}

nn_tensor *with_another(nn_tensor *x)
{
    nn_tensor *t = turned(x), *line = nn_rand(NN_F32, 6, 1, 1);
    return both_ways(nn_mul(nn_div(t, nn_add(line, nn_number(1))), nn_rand_like(t)));
}

nn_tensor *written_over(nn_tensor *x)
{
    nn_tensor *t = nn_exp(turned(x)), *copy = nn_contiguous(t);
    nn_add_(copy, nn_number(100));
    return both_ways(nn_add(t, nn_mul_(nn_clone(copy), nn_number(2))));
}

// Each number twice, one behind the other: in no order that can be shown as rows without a copy.
nn_tensor *repeated(nn_tensor *x)
{
    nn_tensor *twice = nn_expand(nn_unsqueeze(turned(x), 3), 6, 4, 3, 2);
    return nn_add(nn_exp(nn_reshape(twice, 12, -1)), nn_number(1));
}
