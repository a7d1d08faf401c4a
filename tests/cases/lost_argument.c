// A statement that does not parse is lost: the member that it should have filled
// is unknown for that reason, which is told once and leads to no other finding.
// Several inputs are tried on the way, and the reason must outlive those runs.
// options: --entry squeezenet1_1
// says: what line 64 does is lost: expected expression
// says: note: a file could be read in part only
#include <shapeprof/nn.h>

// ---- a fire module: few channels in, two kinds of filters out

struct fire {
    nn_module base;
    nn_module *squeeze, *squeeze_activation;
    nn_module *expand1x1, *expand1x1_activation;
    nn_module *expand3x3, *expand3x3_activation;
};

static nn_tensor *fire_forward(nn_module *self, nn_tensor *x)
{
    struct fire *fire = (struct fire *)self;
    x = nn_call(fire->squeeze_activation, nn_call(fire->squeeze, x));
    nn_tensor *narrow = nn_call(fire->expand1x1_activation, nn_call(fire->expand1x1, x));
    nn_tensor *wide = nn_call(fire->expand3x3_activation, nn_call(fire->expand3x3, x));
    return nn_cat({narrow, wide}, .dim = 1);
}

static nn_module *fire(int in, int squeezed, int expanded)
{
    struct fire *fire = nn_new(struct fire, fire_forward, .kind = "Fire");
    nn_member(fire, squeeze, nn_conv2d(in, squeezed, 1));
    nn_member(fire, squeeze_activation, nn_relu(.inplace = true));
    nn_member(fire, expand1x1, nn_conv2d(squeezed, expanded, 1));
    nn_member(fire, expand1x1_activation, nn_relu(.inplace = true));
    nn_member(fire, expand3x3, nn_conv2d(squeezed, expanded, 3, .padding = 1));
    nn_member(fire, expand3x3_activation, nn_relu(.inplace = true));
    return &fire->base;
}

// ---- the network

struct squeezenet {
    nn_module base;
    nn_module *features, *classifier;
};

static nn_tensor *squeezenet_forward(nn_module *self, nn_tensor *x)
{
    struct squeezenet *net = (struct squeezenet *)self;
    x = nn_call(net->classifier, nn_call(net->features, x));
    return nn_f_flatten(x, .start_dim = 1);
}

static nn_module *pool(void)
{
    return nn_max_pool2d(3, .stride = 2, .ceil_mode = true);
}

nn_module *squeezenet1_1(void)
{
    struct squeezenet *net = nn_new(struct squeezenet, squeezenet_forward, .kind = "SqueezeNet");
    nn_member(net, features,
              nn_sequential(nn_conv2d(3, 64, 3, .stride = 2), nn_relu(.inplace = true), pool(),
                            fire(64, 16, 64), fire(128, 16, 64), pool(), fire(128, 32, 128),
                            return(256, 32, 128), pool(), fire(256, 48, 192), fire(384, 48, 192), // expect SP607: expected expression
                            fire(384, 64, 256), fire(NULL, 64, 256)));
    nn_member(net, classifier,
              nn_sequential(nn_dropout(), nn_conv2d(512, 1000, 1), nn_relu(.inplace = true),
                            nn_adaptive_avg_pool2d(1)));
    return &net->base;
}
