// A skip connection is cropped by half of the difference of two sizes, whose integer part is 0
// where they differ by one: 143 is halved to 71 and 35 and doubled to 70
// (hayashimasa/UNet-PyTorch#3).
#include <shapeprof/nn.h>

static nn_tensor *cropped(nn_tensor *skip, nn_tensor *like)
{
    int64_t size = nn_size(skip, 2), margin = (size - nn_size(like, 2)) / 2;
    skip = nn_slice(skip, 2, margin, size - margin);
    return nn_slice(skip, 3, margin, size - margin);
}

static nn_tensor *level(int64_t size)
{
    nn_tensor *skip = nn_call(nn_max_pool2d(2), nn_input(NN_F32, 1, 8, size, size));
    nn_tensor *low = nn_call(nn_max_pool2d(2), skip);
    nn_tensor *up = nn_call(nn_upsample(.scale_factor = 2), low);
    return nn_cat({cropped(skip, up), up}, .dim = 1); // expect SP155: its dim 2 (71) must equal dim 2 (70)
}

nn_tensor *odd(void)
{
    return level(143);
}

nn_tensor *even(void)
{
    return level(144);
}
