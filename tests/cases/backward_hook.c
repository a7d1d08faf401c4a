// The backward hook that PyTorch took out of use, and the one that is meant.
#include <shapeprof/nn.h>

static void seen(nn_module *module, struct nn_tensors grad_input, struct nn_tensors grad_output, void *user)
{
    (void)module, (void)grad_input, (void)grad_output, (void)user;
}

int main(void)
{
    nn_module *model = nn_linear(8, 64);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_hook old = nn_register_backward_hook(model, seen);   // expect SP805: is deprecated
    nn_hook full = nn_register_full_backward_hook(model, seen);
    nn_backward(nn_sum(nn_call(model, x)));
    nn_hook_remove(old);
    nn_hook_remove(full);
    return 0;
}
