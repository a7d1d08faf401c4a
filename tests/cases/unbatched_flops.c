// An input without a batch costs what a batch of one costs: 2*2 for each of 3*4*4 windows (192 of 248), and 356
// for one step of 8 features to 4.
// options: --input 'x=f32[8]'
// says: flops 248
// says: flops 356
#include <shapeprof/nn.h>

nn_module *step(void)
{
    return nn_gru_cell(8, 4);
}

nn_tensor *pooled(nn_tensor *x)
{
    nn_tensor *map = nn_f_max_pool2d(nn_zeros(NN_F32, 3, 8, 8), 2);
    return nn_add(nn_sum(x), map);
}
