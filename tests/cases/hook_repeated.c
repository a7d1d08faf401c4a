// A hook that is registered in each round of a loop, on one module and on several.
#include <shapeprof/nn.h>

static void seen(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs, void *user)
{
    (void)module, (void)inputs, (void)outputs;
    *(int *)user += 1;
}

// How often the loop runs is not known, so a single round is followed.
static int rounds(nn_module *layer, nn_tensor *x, int n)
{
    int seen_so_far = 0;
    for (int i = 0; i < n; i++) {
        nn_register_forward_hook(layer, seen, &seen_so_far); // expect SP801: while the one of before is still there
        nn_call(layer, x);
    }
    for (int i = 0; i < n; i++) {
        nn_hook hook = nn_register_forward_hook(layer, seen, &seen_so_far); // expect SP801: while the one of before
        nn_call(layer, x);
        (void)hook;
    }
    return seen_so_far;
}

int main(void)
{
    int n = 0;
    nn_module *model = nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    for (int i = 0; i < 3; i++) {
        nn_register_forward_hook(nn_get(model, 0), seen, &n); // expect SP801: while the one of before is still there
        nn_call(model, x);
    }
    for (int i = 0; i < 3; i++) nn_register_forward_hook(nn_get(model, i), seen, &n);
    for (int i = 0; i < 3; i++) {
        nn_hook hook = nn_register_forward_hook(model, seen, &n);
        nn_call(model, x);
        nn_hook_remove(hook);
    }
    for (int i = 0; i < 3; i++) {
        NN_HOOK_SCOPE hook = nn_register_forward_hook(model, seen, &n);
        nn_call(model, x);
    }
    for (int i = 0; i < 3; i++) {
        nn_hook hook = nn_register_forward_hook(model, seen, &n); // shapeprof-ignore: hook-repeated
        (void)hook;
    }
    return n + rounds(nn_linear(8, 8), x, n);
}
