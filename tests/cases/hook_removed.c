// A handle that is removed twice, also where no run comes to.
#include <shapeprof/nn.h>

static void seen(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs, void *user)
{
    (void)module, (void)inputs, (void)outputs, (void)user;
}

static void twice(nn_module *model, nn_tensor *x, int again)
{
    nn_hook hook = nn_register_forward_hook(model, seen);
    nn_call(model, x);
    nn_hook_remove(hook);
    if (again)
        nn_hook_remove(hook);   // expect SP804: it was removed already
}

static void each_on_its_way(nn_module *model, nn_tensor *x, int early)
{
    nn_hook hook = nn_register_forward_hook(model, seen);
    if (early) nn_hook_remove(hook);
    nn_call(model, x);
    if (!early) nn_hook_remove(hook);
}

int main(void)
{
    nn_module *model = nn_linear(8, 64);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    twice(model, x, 0);
    each_on_its_way(model, x, 0);
    nn_hook hook = nn_register_forward_hook(model, seen);
    nn_hook_remove(hook);
    if (nn_hook_is_there(hook)) return 1;
    hook = nn_register_forward_hook(model, seen);
    nn_hook_remove(hook);
    nn_hook_remove(hook);       // expect SP804: it was removed already
    return 0;
}
