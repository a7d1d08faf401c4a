// ResNet-18 without gradients, with a forward hook on every leaf if an argument is given.
#include <shapeprof/nn.h>
#include <stdio.h>

nn_module *resnet18(void);

static void count(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                  void *user)
{
    (void)module, (void)inputs;
    *(int64_t *)user += nn_nbytes(outputs.at[0]);
}

int main(int argc, char **argv)
{
    (void)argv;
    int64_t bytes = 0;
    nn_module *model = resnet18();
    if (argc > 1) nn_register_forward_hook(model, count, &bytes, .leaves = true);
    nn_set_grad_enabled(false);
    printf("%g", nn_read(nn_call(model, nn_input(NN_F32, 1, 3, 64, 64)), 0));
    printf(" and %lld bytes in leaves\n", (long long)bytes);
    fputs(nn_diagnostics(), stderr);
    nn_recording_close();
    return 0;
}
