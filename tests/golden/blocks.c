// Layers behind one another, for checkpoint plans.
#include <shapeprof/nn.h>

nn_module *blocks(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < 8; i++) nn_append(net, nn_sequential(nn_linear(64, 64), nn_relu()));
    return net;
}

nn_module *linears(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < 8; i++) nn_append(net, nn_linear(256, 256));
    return net;
}

nn_tensor *written(void)
{
    return nn_checkpoint_sequential(blocks(), 4, nn_input(NN_F32, 32, 64));
}

nn_module *only(void)
{
    return nn_linear(4, 4);
}

nn_module *overwrites(void)
{
    return nn_sequential(nn_linear(4, 4), nn_relu(.inplace = true), nn_linear(4, 4),
                         nn_relu(.inplace = true), nn_linear(4, 4), nn_tanh());
}

nn_tensor *fixed(void)
{
    return nn_exp(nn_input(NN_F32, 4));
}
