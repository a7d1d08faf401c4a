// A message names the function that was called, and its argument.
#include <shapeprof/nn.h>

nn_tensor *no_type(nn_tensor *x)
{
    return nn_add(x, nn_zeros(0, 4)); // expect SP320: nn_zeros: the first argument is to be a dtype
}

nn_tensor *below(nn_tensor *x)
{
    return nn_add(x, nn_rand(NN_F32, 4, -3)); // expect SP310: nn_rand: size 1 is negative: -3
}

nn_tensor *no_module(nn_tensor *x)
{
    return nn_call(NULL, x); // expect SP324: nn_call: the module is NULL
}

nn_tensor *no_tensor(nn_tensor *x)
{
    return nn_view(x, nn_size(NULL, 0), 4); // expect SP324: nn_size: the tensor is NULL
}

nn_module *parameters(void)
{
    nn_module *self = nn_sequential(nn_relu());
    nn_parameter(self, "w"); // expect SP320: nn_parameter: the module is followed by a name and a dtype
    nn_buffer(self, "b", NN_F32, {4, -1}); // expect SP310: size 1 of `b` is negative: -1
    return self;
}

nn_tensor *third(nn_tensor *x)
{
    return nn_topk(x, 3).at[2]; // expect SP402: reads element 2 of `.at` of what the call gives, which has 2: 0 to 1
}
