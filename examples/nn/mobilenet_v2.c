// MobileNetV2 (Sandler et al., 2018) for 224 x 224 images.
#include <shapeprof/nn.h>

static nn_module *conv_norm_act(int in, int out, int kernel, int stride, int groups)
{
    return nn_sequential(nn_conv2d(in, out, kernel, .stride = stride, .padding = kernel / 2,
                                   .groups = groups, .bias = NN_OFF),
                         nn_batch_norm2d(out), nn_relu6(.inplace = true));
}

// ---- widen, filter each channel, narrow again

struct inverted_residual {
    nn_module base;
    nn_module *conv;
    bool residual;
};

static nn_tensor *inverted_residual_forward(nn_module *self, nn_tensor *x)
{
    struct inverted_residual *block = (struct inverted_residual *)self;
    nn_tensor *y = nn_call(block->conv, x);
    return block->residual ? nn_add(x, y) : y;
}

static nn_module *inverted_residual(int in, int out, int stride, int expansion)
{
    struct inverted_residual *block =
        nn_new(struct inverted_residual, inverted_residual_forward, .kind = "InvertedResidual");
    int hidden = in * expansion;
    nn_module *conv = nn_sequential();
    block->residual = stride == 1 && in == out;
    if (expansion != 1) nn_append(conv, conv_norm_act(in, hidden, 1, 1, 1));
    nn_append(conv, conv_norm_act(hidden, hidden, 3, stride, hidden));
    nn_append(conv, nn_conv2d(hidden, out, 1, .bias = NN_OFF));
    nn_append(conv, nn_batch_norm2d(out));
    nn_member(block, conv, conv);
    return &block->base;
}

// ---- the network

struct mobilenet {
    nn_module base;
    nn_module *features, *classifier;
};

static nn_tensor *mobilenet_forward(nn_module *self, nn_tensor *x)
{
    struct mobilenet *net = (struct mobilenet *)self;
    x = nn_f_adaptive_avg_pool2d(nn_call(net->features, x), 1);
    return nn_call(net->classifier, nn_f_flatten(x, .start_dim = 1));
}

// Table 2 of the paper.
static const struct stage {
    int expansion, channels, n_blocks, stride;
} stages[] = {
    {1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2},  {6, 64, 4, 2},
    {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1},
};

static nn_module *features(void)
{
    int channels = 32;
    nn_module *list = nn_sequential(conv_norm_act(3, channels, 3, 2, 1));
    for (size_t s = 0; s < sizeof stages / sizeof *stages; s++) {
        const struct stage *stage = &stages[s];
        for (int i = 0; i < stage->n_blocks; i++) {
            int stride = i == 0 ? stage->stride : 1;
            nn_append(list, inverted_residual(channels, stage->channels, stride, stage->expansion));
            channels = stage->channels;
        }
    }
    nn_append(list, conv_norm_act(channels, 1280, 1, 1, 1));
    return list;
}

nn_module *mobilenet_v2(void)
{
    struct mobilenet *net = nn_new(struct mobilenet, mobilenet_forward, .kind = "MobileNetV2");
    nn_member(net, features, features());
    nn_member(net, classifier, nn_sequential(nn_dropout(.p = 0.2), nn_linear(1280, 1000)));
    return &net->base;
}
