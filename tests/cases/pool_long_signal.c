// A pool that keeps the length of a signal longer than f32 can count (2^24): the size must not
// pass through floating point (pytorch/pytorch#13386).
// status: 0
// says: f32[1, 1, 19199998] 76799992
#include <shapeprof/nn.h>

nn_tensor *smooth(void)
{
    nn_tensor *signal = nn_input(NN_F32, 1, 1, 19199998);
    nn_module *pool = nn_max_pool1d(1921, .stride = 1, .padding = 960);
    return nn_view(nn_call(pool, signal), 19199998);
}
