// A classifier of handwritten digits, 28 x 28 pixels, without convolutions.
#include <shapeprof/nn.h>

#define N_PIXELS (28 * 28)
#define N_DIGITS 10

nn_module *mlp_mnist(void)
{
    static const int hidden[] = {512, 256};
    nn_module *model = nn_sequential(nn_flatten());
    int features = N_PIXELS;
    for (int i = 0; i < 2; i++) {
        nn_append(model, nn_linear(features, hidden[i]));
        nn_append(model, nn_relu());
        features = hidden[i];
    }
    nn_append(model, nn_linear(features, N_DIGITS));
    nn_append(model, nn_log_softmax(1));
    return model;
}
