// AlexNet in its one-tower form (Krizhevsky, 2014) for 224 x 224 images.
#include <shapeprof/nn.h>

struct alexnet {
    nn_module base;
    nn_module *features, *avgpool, *classifier;
};

static nn_tensor *alexnet_forward(nn_module *self, nn_tensor *x)
{
    struct alexnet *net = (struct alexnet *)self;
    x = nn_call(net->avgpool, nn_call(net->features, x));
    return nn_call(net->classifier, nn_f_flatten(x, .start_dim = 1));
}

static nn_module *features(void)
{
    nn_module *list =
        nn_sequential(nn_conv2d(3, 64, 11, .stride = 4, .padding = 2), nn_relu(.inplace = true),
                      nn_max_pool2d(3, .stride = 2), nn_conv2d(64, 192, 5, .padding = 2),
                      nn_relu(.inplace = true), nn_max_pool2d(3, .stride = 2));
    static const int channels[] = {192, 384, 256, 256};
    for (int i = 0; i < 3; i++) {
        nn_append(list, nn_conv2d(channels[i], channels[i + 1], 3, .padding = 1));
        nn_append(list, nn_relu(.inplace = true));
    }
    nn_append(list, nn_max_pool2d(3, .stride = 2));
    return list;
}

nn_module *alexnet(void)
{
    struct alexnet *net = nn_new(struct alexnet, alexnet_forward, .kind = "AlexNet");
    nn_member(net, features, features());
    nn_member(net, avgpool, nn_adaptive_avg_pool2d(6));
    nn_member(net, classifier,
              nn_sequential(nn_dropout(), nn_linear(256 * 6 * 6, 4096), nn_relu(.inplace = true),
                            nn_dropout(), nn_linear(4096, 4096), nn_relu(.inplace = true),
                            nn_linear(4096, 1000)));
    return &net->base;
}
