// Calls in place that PyTorch's autograd refuses, and what backward can't begin with.
#include <shapeprof/nn.h>

nn_tensor *trains(void)
{
    nn_module *layer = nn_linear(8, 4);
    nn_tensor *weight = nn_get_parameter(layer, "weight");
    nn_mul_(weight, nn_number(0.5)); // expect SP332: a parameter that wants a gradient
    nn_tensor *x = nn_requires_grad_(nn_input(NN_F32, 2, 8), NN_ON);
    nn_relu_(nn_narrow(x, 1, 0, 4)); // expect SP332: a view of a leaf
    bool before = nn_set_grad_enabled(false);
    nn_mul_(weight, nn_number(0.5)); // as an optimizer does
    nn_set_grad_enabled(before);
    nn_tensor *y = nn_call(layer, x);
    nn_relu_(nn_narrow(y, 1, 0, 2));
    nn_backward(y); // expect SP329: a loss has one element, and this is f32[2, 4]
    nn_backward(nn_sum(nn_detach(y))); // expect SP329: nothing that wants a gradient led to this
    nn_tensor *loss = nn_sum(y);
    nn_backward(loss);
    return loss;
}
