#include <shapeprof/nn.h>

nn_tensor *wide(void);

nn_tensor *wide(void)
{
    nn_module *model = nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
    return nn_call(model, nn_input(NN_F32, 4, 8));
}
