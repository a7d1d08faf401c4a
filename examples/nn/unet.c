// A U-Net (Ronneberger et al., 2015) with three levels, for images whose height
// and width are multiples of 8. Its concatenations are larger than any layer's
// output, and no forward hook sees them.
#include <shapeprof/nn.h>

#define N_LEVELS 3

// ---- two convolutions with normalisation

struct double_conv {
    nn_module base;
    nn_module *conv1, *bn1, *conv2, *bn2;
};

static nn_tensor *double_conv_forward(nn_module *self, nn_tensor *x)
{
    struct double_conv *block = (struct double_conv *)self;
    x = nn_f_relu(nn_call(block->bn1, nn_call(block->conv1, x)));
    return nn_f_relu(nn_call(block->bn2, nn_call(block->conv2, x)));
}

static nn_module *double_conv(int in, int out)
{
    struct double_conv *block = nn_new(struct double_conv, double_conv_forward);
    nn_member(block, conv1, nn_conv2d(in, out, 3, .padding = 1));
    nn_member(block, bn1, nn_batch_norm2d(out));
    nn_member(block, conv2, nn_conv2d(out, out, 3, .padding = 1));
    nn_member(block, bn2, nn_batch_norm2d(out));
    return &block->base;
}

// ---- the network

struct unet {
    nn_module base;
    nn_module *down[N_LEVELS], *pool, *mid;
    nn_module *up[N_LEVELS], *dec[N_LEVELS], *head;
};

static nn_tensor *unet_forward(nn_module *self, nn_tensor *x)
{
    struct unet *net = (struct unet *)self;
    nn_tensor *skip[N_LEVELS];
    for (int level = 0; level < N_LEVELS; level++) {
        skip[level] = nn_call(net->down[level], x);
        x = nn_call(net->pool, skip[level]);
    }
    x = nn_call(net->mid, x);
    for (int i = 0; i < N_LEVELS; i++) {
        x = nn_call(net->up[i], x);
        x = nn_cat({skip[N_LEVELS - 1 - i], x}, .dim = 1);
        x = nn_call(net->dec[i], x);
    }
    return nn_call(net->head, x);
}

nn_module *unet(void)
{
    const int width = 16;
    struct unet *net = nn_new(struct unet, unet_forward, .kind = "UNet");
    int channels = 3;
    for (int level = 0; level < N_LEVELS; level++) {
        int out = width << level;
        nn_item(net, down, level, double_conv(channels, out));
        channels = out;
    }
    nn_member(net, pool, nn_max_pool2d(2));
    nn_member(net, mid, double_conv(channels, 2 * channels));
    channels *= 2;
    for (int i = 0, in = channels; i < N_LEVELS; i++, in /= 2)
        nn_item(net, up, i, nn_conv_transpose2d(in, in / 2, 2, .stride = 2));
    for (int i = 0, in = channels; i < N_LEVELS; i++, in /= 2)
        nn_item(net, dec, i, double_conv(in, in / 2));
    nn_member(net, head, nn_conv2d(width, 2, 1));
    return &net->base;
}
