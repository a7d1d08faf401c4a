// A classifier with two faults (mrdbourke/pytorch-deep-learning#763): the last layer counts the
// channels only, and the one image has no batch axis, so that flatten from axis 1 on keeps the
// channels apart. After the first is mended the second shows.
#include <shapeprof/nn.h>

static nn_tensor *classify(nn_tensor *image, int in_features)
{
    nn_module *net = nn_sequential(nn_conv2d(1, 10, 3, .padding = 1), nn_relu(), nn_max_pool2d(2),
                                   nn_conv2d(10, 10, 3, .padding = 1), nn_relu(), nn_max_pool2d(2),
                                   nn_flatten(), nn_linear(in_features, 3));
    return nn_call(net, image); // expect SP101: (49) must equal dim 1 (10) // expect SP101: (49) must equal dim 1 (490)
}

nn_tensor *as_reported(void)
{
    return classify(nn_input(NN_F32, 1, 28, 28), 10);
}

nn_tensor *features_mended(void)
{
    return classify(nn_input(NN_F32, 1, 28, 28), 490);
}

nn_tensor *both_mended(void)
{
    return classify(nn_input(NN_F32, 1, 1, 28, 28), 490);
}
