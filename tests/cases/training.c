// A program that trains, read: optimizers, scopes, checkpoints.
#include <shapeprof/nn.h>
#include <stdlib.h>

static nn_tensor *twice(nn_tensor *x, void *user)
{
    return nn_call(user, nn_call(user, x));
}

nn_tensor *trains(void)
{
    nn_module *square = nn_linear(8, 8), *wide = nn_linear(9, 8);
    nn_module *net = nn_sequential(nn_linear(4, 8), nn_relu(), square);
    nn_optimizer *none = nn_optim_sgd(NULL, 0.1); // expect SP320: the module is NULL
    nn_optimizer *optimizer = nn_optim_adamw(net, 1e-2, {0.9, 0.99}, .amsgrad = true);
    nn_tensor *x = nn_input(NN_F32, 2, 4), *y;
    nn_optim_step(none); // expect SP324: the optimizer is NULL
    {
        NN_TENSOR_SCOPE scope = nn_tensor_scope();
        nn_optim_zero_grad(optimizer);
        y = nn_checkpoint_sequential(net, 3, x);
        y = nn_checkpoint(twice, y, square);
        nn_backward(nn_sum(y));
        nn_optim_step(optimizer);
        nn_optim_add(optimizer, y); // expect SP320: a tensor that gradients go through can't be learned
    }
    nn_checkpoint_sequential(net, rand(), x); // expect SP333: how many segments there are
    nn_checkpoint(.module = wide, .x = y);    // expect SP101: (8) must equal
    nn_checkpoint_sequential(net, 4, x);      // expect SP320: 4 segments of 3
    nn_set_caching_allocator(true);
    nn_tensor_free(x);
    nn_empty_cache();
    return nn_memory_cached() ? y : NULL;
}
