// A program that trains, for run.sh: each of its allocations fails in turn. Without memory it ends
// with a message and status 2, as programs do that embed the library and set a handler.
#include <shapeprof/nn.h>
#include "ir/base/arena.h"

#include <stdio.h>
#include <stdlib.h>

static void no_memory(size_t bytes)
{
    fprintf(stderr, "out of memory: %zu bytes could not be had\n", bytes);
    exit(2);
}

static void look(nn_module *module, struct nn_tensors grad_input, struct nn_tensors grad_output,
                 void *user)
{
    (void)module, (void)grad_input, (void)grad_output;
    ++*(int *)user;
}

// The loss; below 0: something was refused.
static double step(nn_module *net, nn_optimizer *optimizer, nn_tensor *x)
{
    NN_TENSOR_SCOPE scope = nn_tensor_scope();
    nn_tensor *y = nn_checkpoint_sequential(net, 2, x);
    y = nn_relu_(nn_neg(y)); // a copy: hooks wait for y itself
    nn_tensor *loss = nn_mean(nn_mul(y, y));
    bool right = nn_optim_zero_grad(optimizer) && nn_backward(loss) && nn_optim_step(optimizer);
    return right ? nn_read(loss, 0) : -1;
}

int main(void)
{
    int n = 0;
    arena_set_exhausted(no_memory);
    nn_module *net = nn_sequential(nn_linear(8, 8), nn_tanh(), nn_linear(8, 4), nn_dropout());
    nn_optimizer *optimizer = nn_optim_adam(net);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_register_full_backward_hook(net, look, &n, .leaves = true);
    nn_set_caching_allocator(true);
    double loss = 0;
    for (int i = 0; i < 3 && loss >= 0; i++) {
        loss = step(net, optimizer, x);
        if (loss >= 0) printf("%.6f %d\n", loss, n);
    }
    int64_t n_errors = nn_n_errors();
    fputs(nn_diagnostics(), stderr);
    nn_recording_close();
    return n_errors ? 2 : 0;
}
