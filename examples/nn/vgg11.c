// VGG-11 (Simonyan and Zisserman, 2014) for 224 x 224 images.
#include <shapeprof/nn.h>

struct vgg {
    nn_module base;
    nn_module *features, *avgpool, *classifier;
};

static nn_tensor *vgg_forward(nn_module *self, nn_tensor *x)
{
    struct vgg *net = (struct vgg *)self;
    x = nn_call(net->avgpool, nn_call(net->features, x));
    return nn_call(net->classifier, nn_f_flatten(x, .start_dim = 1));
}

// The plan of the convolutions: channels, or POOL.
enum { POOL = -1, END = 0 };

static nn_module *features(const int *plan)
{
    nn_module *list = nn_sequential();
    int channels = 3;
    for (; *plan != END; plan++) {
        if (*plan == POOL) {
            nn_append(list, nn_max_pool2d(2));
            continue;
        }
        nn_append(list, nn_conv2d(channels, *plan, 3, .padding = 1));
        nn_append(list, nn_relu(.inplace = true));
        channels = *plan;
    }
    return list;
}

nn_module *vgg11(void)
{
    static const int plan[] = {64,  POOL, 128,  POOL, 256, 256,  POOL,
                               512, 512,  POOL, 512,  512, POOL, END};
    struct vgg *net = nn_new(struct vgg, vgg_forward, .kind = "VGG");
    nn_member(net, features, features(plan));
    nn_member(net, avgpool, nn_adaptive_avg_pool2d(7));
    nn_member(net, classifier,
              nn_sequential(nn_linear(512 * 7 * 7, 4096), nn_relu(.inplace = true), nn_dropout(),
                            nn_linear(4096, 4096), nn_relu(.inplace = true), nn_dropout(),
                            nn_linear(4096, 1000)));
    return &net->base;
}
