// Which of two models has the larger activation? Forward hooks on every leaf measure it, and full
// backward hooks tell how the gradient shrinks on its way to the first layer.
//
//     cc bottleneck.c $(pkg-config --cflags --libs shapeprof) -lm
#include <math.h>
#include <shapeprof/nn.h>
#include <stdio.h>

static nn_module *mlp(int64_t width)
{
    return nn_sequential(nn_linear(8, width), nn_relu(), nn_linear(width, 8));
}

static void print_norm(nn_module *module, struct nn_tensors grad_input,
                       struct nn_tensors grad_output, void *model)
{
    (void)grad_input;
    double squares = 0;
    for (int64_t i = 0; i < nn_numel(grad_output.at[0]); i++)
        squares += pow(nn_read(grad_output.at[0], i), 2);
    for (int64_t i = 0; i < nn_n_children(model); i++)
        if (nn_get(model, i) == module) printf("gradient behind %d: %.3f\n", (int)i, sqrt(squares));
}

int main(void)
{
    nn_module *wide = mlp(64), *narrow = mlp(16);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    struct nn_bottleneck report;
    bool right = nn_profile_forward_bottleneck(wide, narrow, x, &report);
    if (right) fputs(nn_bottleneck_json(&report), stdout);
    {
        NN_HOOK_SCOPE hook =
            nn_register_full_backward_hook(narrow, print_norm, narrow, .leaves = true);
        right = right && nn_backward(nn_sum(nn_call(narrow, x)));
    }
    fputs(nn_diagnostics(), stderr);
    nn_recording_close();
    return !right;
}
