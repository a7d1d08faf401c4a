// What is wrong with a module's own arguments is told whatever input it gets; without one, too.
// status: 1
#include <shapeprof/nn.h>

nn_module *stride(void)
{
    return nn_conv2d(3, 8, 3, .stride = -1); // expect SP310: stride of conv2d is -1; it must be at least 1
}

nn_module *padding(void)
{
    return nn_sequential(nn_max_pool2d(2, .padding = -1)); // expect SP310: padding of max_pool2d is -1
}

nn_module *dilation(void)
{
    return nn_conv_transpose3d(2, 2, 2, .dilation = -3); // expect SP310: dilation of conv_transpose3d is -3
}

nn_module *heads(void)
{
    return nn_multihead_attention(64, -4); // expect SP310: num_heads of multihead_attention is -4
}

nn_module *factor(void)
{
    return nn_pixel_shuffle(-2); // expect SP310: upscale_factor of pixel_shuffle is -2
}

nn_module *groups(void)
{
    return nn_group_norm(-1, 8); // expect SP310: num_groups of group_norm is -1
}

nn_module *layers(void)
{
    return nn_gru(8, 8, .num_layers = -1); // expect SP310
}
