// Options that no function has, with the one that was meant; what was to be made is unknown, and
// conditions on it never contradict each other.
// says: assumed: layers[i]: what decides it is lost
// says: 2     unknown  unknown [1]
// says: 3     ReLU
// says: misspelt_option.c:direct
#include <shapeprof/nn.h>

nn_module *listed(void)
{
    nn_module *layers[3];
    for (int i = 0; i < 3; i++) layers[i] = nn_conv2d(3, 3, 3, .paddin = 1); // expect SP607: did you mean `padding`?
    nn_module *all = nn_sequential();
    for (int i = 0; i < 3; i++)
        if (layers[i]) nn_append(all, layers[i]);
    if (!layers[1]) return NULL;
    if (layers[1]) nn_append(all, nn_relu());
    return all;
}

nn_module *direct(void)
{
    return nn_sequential(nn_max_pool2d(2, .ceiling = true), nn_relu()); // expect SP607: it has kernel_size, stride, padding
}

struct config {
    int width, depth;
};

nn_module *configured(void)
{
    struct config config = {8, 2};
    return nn_linear(8, config.widht); // expect SP607: did you mean `width`?
}
