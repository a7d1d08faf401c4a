// With ceil_mode the last window must begin inside the input or its left padding, so rounding
// up alone gives one too many (pytorch/pytorch#116420, apache/tvm#18641).
#include <shapeprof/nn.h>

static nn_tensor *pooled_9(void)
{
    nn_tensor *image = nn_input(NN_F32, 1, 1, 9, 9);
    return nn_call(nn_avg_pool2d(4, .stride = 4, .padding = 2, .ceil_mode = true), image);
}

static nn_tensor *pooled_17(void)
{
    nn_tensor *image = nn_input(NN_F32, 1, 1, 17, 17);
    return nn_call(nn_avg_pool2d(2, .stride = 2, .padding = 1, .ceil_mode = true), image);
}

nn_tensor *three(void)
{
    return nn_add(pooled_9(), nn_input(NN_F32, 1, 1, 3, 3));
}

nn_tensor *four(void)
{
    return nn_add(pooled_9(), nn_input(NN_F32, 1, 1, 4, 4)); // expect SP102: f32[1, 1, 3, 3]
}

nn_tensor *nine(void)
{
    return nn_add(pooled_17(), nn_input(NN_F32, 1, 1, 9, 9));
}

nn_tensor *ten(void)
{
    return nn_add(pooled_17(), nn_input(NN_F32, 1, 1, 10, 10)); // expect SP102: f32[1, 1, 9, 9]
}
