// Two ways to round the size of a pool, which a conversion between libraries mixes up: down, as
// nn.h does, or up (MTLab/onnx2caffe#3, #10). What fits the one does not fit the other.
#include <shapeprof/nn.h>

enum rounding { DOWN, UP };

static nn_tensor *first_pool(enum rounding rounding)
{
    nn_module *pool = nn_max_pool2d(3, .stride = 2, .padding = 1, .ceil_mode = rounding == UP);
    return nn_call(pool, nn_input(NN_F32, 1, 64, 112, 112));
}

static nn_tensor *later_pool(enum rounding rounding)
{
    nn_module *pool = nn_max_pool2d(2, .stride = 2, .ceil_mode = rounding == UP);
    return nn_call(pool, nn_input(NN_F32, 1, 64, 129, 129));
}

nn_tensor *first_down(void)
{
    return nn_view(first_pool(DOWN), 64, 56, 56);
}

nn_tensor *first_up(void)
{
    return nn_view(first_pool(UP), 64, 57, 57);
}

nn_tensor *later_down(void)
{
    return nn_view(later_pool(DOWN), 64, 64, 64);
}

nn_tensor *later_up(void)
{
    return nn_view(later_pool(UP), 64, 65, 65);
}

nn_tensor *first_mixed(void)
{
    return nn_sub(first_pool(DOWN), first_pool(UP)); // expect SP102: dim 2 (56)
}

nn_tensor *later_mixed(void)
{
    return nn_sub(later_pool(DOWN), later_pool(UP)); // expect SP102: dim 2 (64)
}
