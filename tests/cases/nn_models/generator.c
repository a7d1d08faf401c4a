#include <shapeprof/nn.h>

// Transposed convolutions, pads, resizing; eval mode.
nn_tensor *generator(void);

nn_tensor *generator(void)
{
    nn_module *model = nn_sequential(
        nn_conv_transpose2d(100, 64, 4, .bias = NN_OFF), nn_batch_norm2d(64), nn_relu(),
        nn_conv_transpose2d(64, 32, .kernel_sizes = {4, 4}, .strides = {2, 2}, .paddings = {1, 1}),
        nn_leaky_relu(0.2), nn_reflection_pad2d(2), nn_conv2d(32, 8, 5, .padding_mode = "reflect"),
        nn_upsample(.scale_factor = 2.0, .mode = "bilinear"), nn_dropout(.p = 0.3), nn_tanh());
    nn_eval(model);
    nn_tensor *image = nn_call(model, nn_input(NN_F32, 2, 100, 1, 1));
    image = nn_pad(image, {1, 1, 0, 2}, .mode = "constant");
    return nn_interpolate(image, .sizes = {32, 48}, .mode = "nearest");
}
