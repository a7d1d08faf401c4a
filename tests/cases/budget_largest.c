// Which step is the largest depends on T: the first is, for short texts, and keeps the limit there;
// the product breaks it for long ones.
// options: --budget largest<=1MiB
#include <shapeprof/nn.h>

nn_tensor *scores(int64_t T)
{
    nn_tensor *x = nn_input(NN_F32, T, 64);
    nn_tensor *wide = nn_mul(nn_zeros(NN_F32, 100, 100), nn_zeros(NN_F32, 100, 100));
    nn_tensor *scores = nn_matmul(x, nn_transpose(x, 0, 1)); // expect SP501: `matmul (budget_largest.c:10)` has 4*T^2 bytes
    return nn_stack({nn_sum(wide), nn_sum(scores)});
}
