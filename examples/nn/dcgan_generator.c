// The generator of DCGAN (Radford et al., 2015): from 100 random numbers to a
// 64 x 64 image, doubling the sizes layer by layer.
#include <shapeprof/nn.h>

nn_module *dcgan_generator(void)
{
    static const int widths[] = {100, 512, 256, 128, 64};
    nn_module *net = nn_sequential();
    for (int i = 0; i < 4; i++) {
        nn_append(net, nn_conv_transpose2d(widths[i], widths[i + 1], 4, .stride = i ? 2 : 1,
                                           .padding = i ? 1 : 0, .bias = NN_OFF));
        nn_append(net, nn_batch_norm2d(widths[i + 1]));
        nn_append(net, nn_relu(.inplace = true));
    }
    nn_append(net, nn_conv_transpose2d(64, 3, 4, .stride = 2, .padding = 1, .bias = NN_OFF));
    return nn_append(net, nn_tanh());
}
