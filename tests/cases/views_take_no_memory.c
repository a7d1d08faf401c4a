// A view and an op in place are no larger outputs that hooks would have missed: they lie in memory
// that is there already. Only the product takes memory of its own.
// options: --input 'f32[4,8]' --dtype f32
// says: larger still   `mul (views_take_no_memory.c:11)`: 128 bytes
#include <shapeprof/nn.h>

nn_tensor *net(nn_tensor *x)
{
    nn_tensor *y = nn_call(nn_linear(8, 2), x);
    nn_tensor *wide = nn_expand(nn_view(x, 1, 4, 8), 100, 4, 8);
    nn_tensor *z = nn_f_relu(nn_mul(x, x), .inplace = true);
    return nn_add(nn_add(y, nn_narrow(nn_select(wide, 0, 0), 1, 0, 2)), nn_narrow(z, 1, 0, 2));
}
