// One axis as several, by the function and by the layer; and a divisor where the op has none.
// options: --input f32[4,8]
// says: unflatten(dim=1, unflattened_size=[2, 4])
// says: f32[4, 2, 4]
// says: f32[2, 2, 8]
#include <shapeprof/nn.h>

nn_tensor *last_axis(nn_tensor *x) { return nn_f_unflatten(x, 1, {2, 4}); }

nn_tensor *first_axis(nn_tensor *x) { return nn_f_unflatten(x, 0, {2, -1}); }

nn_tensor *ended(nn_tensor *x) { return nn_f_unflatten(x, 1, .sizes = {2, 4, NN_END}); }

nn_module *layer(void) { return nn_unflatten(1, {2, 4}); }

nn_tensor *wrong(nn_tensor *x) { return nn_f_unflatten(x, 1, {3, 4}); } // expect SP151: its dim 1 (8) must equal

nn_tensor *divided(nn_tensor *x)
{
    return nn_f_avg_pool1d(x, 2, .divisor_override = 3); // expect SP310: avg_pool1d has no divisor_override
}
