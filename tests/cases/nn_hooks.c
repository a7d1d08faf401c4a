// Hooks and numbers of nn.h: what runs is followed, what is computed is not.
#include <shapeprof/nn.h>
#include <stdio.h>

static void seen(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs, void *user)
{
    (void)module;
    nn_matmul(inputs.at[0], outputs.at[0]);   // expect SP101: 64
    *(int *)user += 1;
}

static void look(nn_module *module, struct nn_tensors grad_input, struct nn_tensors grad_output, void *user)
{
    (void)module, (void)grad_input;
    *(double *)user += nn_read(grad_output.at[0], 0);
}

static nn_module *fill(nn_module *model)
{
    float numbers[64] = {0};
    nn_tensor *weight = nn_get_parameter(nn_get(model, 0), "weight");
    if (!nn_set_data(weight, numbers, sizeof numbers)) return NULL;
    nn_set_random(weight, 11, .a = 0.25);
    return model;
}

// The hook is gone when what it forbids comes.
static void in_a_block(nn_module *model, nn_tensor *x)
{
    double norm = 0;
    for (int i = 0; i < 2; i++) {
        NN_HOOK_SCOPE hook = nn_register_full_backward_hook(model, look, &norm, .leaves = true);
        if (i == 1) break;
    }
    nn_call(model, x);
}

int main(void)
{
    int n = 0;
    double norm = 0;
    nn_module *model = fill(nn_sequential(nn_linear(8, 64), nn_relu(.inplace = true)));
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_hook hook = nn_register_forward_hook(nn_get(model, 0), seen, &n);
    nn_call(model, x);
    if (n != 1) nn_call(nn_linear(1, 2), x);
    nn_hook_remove(hook);
    nn_hook_remove(hook);                     // expect SP804: removed already
    nn_register_forward_hook(model);          // expect SP328: no function is given
    nn_call(model, x);
    if (n != 1 || nn_n_hooks(model)) nn_call(nn_linear(1, 2), x);
    hook = nn_register_full_backward_hook(model, look, &norm, .leaves = true);
    nn_call(model, x);                        // expect SP330: is overwritten
    nn_hook_remove(hook);
    in_a_block(model, x);
    nn_tensor *y = nn_call(model, x);
    if (!nn_backward(nn_sum(y))) return 1;
    const float *data = nn_data(y);
    nn_tensor *grad = nn_grad(nn_get_parameter(nn_get(model, 0), "bias"));
    printf("%g %g %g\n", data[3], nn_read(nn_call(nn_linear(64, 8), grad), 0), norm);
    struct nn_bottleneck report;
    if (nn_profile_forward_bottleneck(model, nn_linear(8, 2), x, &report))
        printf("%s %s", nn_bottleneck_json(&report), report.bottleneck);
    nn_profile_forward_bottleneck(model, nn_linear(9, 2), x, &report); // expect SP101: 8
    return 0;
}
