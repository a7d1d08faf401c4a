// Functions that PyTorch has under several names, and conversions by the name of the dtype.
// says: to(dtype=f16) f16[4, 2, 3]
// says: f16[3, 4, 2]
// says: f16[4, 3, 2]
// says: reshape(shape=[-1]) f32[24]
// says: f64[3, 2]
#include <shapeprof/nn.h>

static nn_tensor *cube(void)
{
    return nn_input(NN_F32, 2, 3, 4);
}

nn_tensor *axes(void)
{
    return nn_half(nn_swapaxes(nn_moveaxis(cube(), 0, 2), 0, 1));
}

nn_tensor *moved(void)
{
    return nn_half(nn_moveaxis(cube(), 2, 0));
}

nn_tensor *moved_together(void)
{
    return nn_half(nn_movedim(cube(), .sources = {1, 2}, .destinations = {0, 1}));
}

nn_tensor *flat(void)
{
    return nn_ravel(cube());
}

nn_tensor *stacked(void)
{
    nn_tensor *rows = nn_row_stack({nn_input(NN_F32, 2), nn_input(NN_F32, 2), nn_input(NN_F32, 2)});
    return nn_double(nn_add(nn_zeros_like(rows), nn_ones_like(rows)));
}

nn_tensor *ravelled_twice(void)
{
    return nn_concat({nn_ravel(cube()), nn_long(cube())}); // expect SP154: tensors 0 and 1 have different ranks
}
