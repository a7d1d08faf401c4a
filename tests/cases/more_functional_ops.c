// Wrong calls of functions beyond the modules of torch.nn, each in a function of its own.
#include <shapeprof/nn.h>

static nn_tensor *image(void)
{
    return nn_input(NN_F32, 2, 3, 8, 8);
}

nn_tensor *grid_of_another_batch(void)
{
    return nn_grid_sample(image(), nn_input(NN_F32, 4, 5, 5, 2)); // expect SP126: input is f32[2, 3, 8, 8], its dim 0 (2) must equal dim 0 (4) of grid f32[4, 5, 5, 2]
}

nn_tensor *grid_without_places(void)
{
    return nn_grid_sample(image(), nn_input(NN_F32, 2, 5, 5, 3)); // expect SP126: grid is f32[2, 5, 5, 3], its dim 3 (3) must equal the number of spatial axes (2)
}

nn_tensor *map_of_a_volume(void)
{
    return nn_affine_grid(nn_input(NN_F32, 2, 3, 4), {2, 3, 8, 8}); // expect SP126: theta is f32[2, 3, 4], its dim 1 (3) must equal the number of spatial axes (2)
}

nn_tensor *grid_of_numbers(void)
{
    return nn_grid_sample(image(), nn_input(NN_F64, 2, 5, 5, 2)); // expect SP211: grid_sample mixes dtypes: input is f32[2, 3, 8, 8], grid is f64[2, 5, 5, 2]
}

struct nn_tensors uneven_parts(void)
{
    return nn_hsplit(nn_input(NN_F32, 4, 7), 2); // expect SP112: input is f32[4, 7], its dim 1 (7) must be divisible by sections (2)
}

nn_tensor *expanded_as_another(void)
{
    return nn_expand_as(nn_input(NN_F32, 4, 2), nn_input(NN_F32, 4, 6)); // expect SP153: input is f32[4, 2], its dim 1 (2) must equal target size (6)
}

struct nn_tensors beyond_the_axis(void)
{
    return nn_kthvalue(nn_input(NN_F32, 4, 7), 8); // expect SP162: input is f32[4, 7], its dim 1 (7) must be at least k (8)
}

nn_tensor *keys_of_another_width(void)
{
    nn_tensor *q = nn_input(NN_F32, 2, 4, 16, 32);
    nn_tensor *k = nn_input(NN_F32, 2, 4, 16, 64);
    return nn_scaled_dot_product_attention(q, k, k); // expect SP125: query is f32[2, 4, 16, 32], its dim 3 (32) must equal dim 3 (64) of key f32[2, 4, 16, 64]
}

nn_tensor *mask_and_causal(void)
{
    nn_tensor *q = nn_input(NN_F32, 2, 4, 16, 32);
    return nn_scaled_dot_product_attention(q, q, q, nn_ones(NN_BOOL, 16, 16), .is_causal = true); // expect SP310: attn_mask and is_causal do not go together
}

nn_tensor *whole_numbers_divided(void)
{
    nn_tensor *n = nn_input(NN_I64, 4);
    return nn_addcdiv(nn_input(NN_F32, 4), n, n); // expect SP210: addcdiv does not divide integers: i64[4] by i64[4]
}

nn_tensor *too_many_drawn(void)
{
    return nn_multinomial(nn_input(NN_F32, 4, 7), 8); // expect SP310: input is f32[4, 7], its dim 1 (7) must be at least num_samples (8)
}

nn_tensor *none_to_draw(void)
{
    return nn_randint(5, 5, {2, 3}); // expect SP310: low + 1 (6) must be at most high (5)
}

nn_tensor *norm_of_integers(void)
{
    return nn_normalize(nn_input(NN_I64, 4, 7)); // expect SP210: normalize is not defined for i64: input is i64[4, 7]
}

nn_tensor *classes_of_another_batch(void)
{
    return nn_cross_entropy(nn_input(NN_F32, 8, 10), nn_input(NN_I64, 4)); // expect SP122: target is i64[4], its dim 0 (4) must equal dim 0 (8) of input f32[8, 10]
}

nn_tensor *channels_of_another_number(void)
{
    return nn_f_conv_transpose2d(image(), nn_input(NN_F32, 4, 6, 3, 3)); // expect SP113: input is f32[2, 3, 8, 8], its dim 1 (3) must equal in_channels (4)
}
