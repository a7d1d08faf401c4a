// Inputs that a program makes itself, in the rounds of a loop.

#include <shapeprof/nn.h>
#include <shapeprof/nn_memory.h>

// Each ends with the scope that it is made in.
nn_tensor *scoped(void)
{
    nn_module *net = nn_sequential(nn_linear(20, 50), nn_tanh(), nn_linear(50, 4));
    nn_tensor *kept = nn_input(NN_F32, 16, 4);
    for (int round = 0; round < 100; round++) {
        NN_TENSOR_SCOPE scope = nn_tensor_scope();
        nn_tensor *x = nn_input(NN_F32, 16, 20);
        nn_mean(nn_mul(nn_call(net, x), kept));
    }
    return nn_mean(kept);
}

// They stay, but are not there before they are made.
nn_tensor *unscoped(void)
{
    nn_module *wide = nn_linear(20, 500), *narrow = nn_linear(500, 4);
    nn_tensor *loss = NULL;
    for (int round = 0; round < 3; round++) {
        nn_tensor *y = nn_mean(nn_call(narrow, nn_call(wide, nn_input(NN_F32, 16, 20))));
        loss = loss ? nn_add(loss, y) : y;
    }
    return loss;
}

// And those of the entry are its caller's.
nn_tensor *given(nn_tensor *x)
{
    nn_module *net = nn_linear(20, 50);
    NN_TENSOR_SCOPE scope = nn_tensor_scope();
    nn_tensor *late = nn_input(NN_F32, 16, 20);
    return nn_add(nn_call(net, x), nn_call(net, late));
}
