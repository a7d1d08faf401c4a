#include <shapeprof/nn.h>

// A small U-Net: a path down, a path up, and concatenations across.
#define DEPTH 3

struct unet {
    nn_module base;
    nn_module *down[DEPTH], *up[DEPTH], *join[DEPTH], *pool, *head;
};

static nn_module *double_conv(int64_t in, int64_t out)
{
    return nn_sequential(nn_conv2d(in, out, 3, .padding = 1), nn_relu(.inplace = true),
                         nn_conv2d(out, out, 3, .padding = 1), nn_relu(.inplace = true));
}

static nn_tensor *unet_forward(nn_module *self, nn_tensor *x)
{
    struct unet *u = (struct unet *)self;
    nn_tensor *skip[DEPTH];
    for (int i = 0; i < DEPTH; i++) {
        skip[i] = nn_call(u->down[i], x);
        x = nn_call(u->pool, skip[i]);
    }
    for (int i = DEPTH - 1; i >= 0; i--) {
        nn_tensor *parts[] = {skip[i], nn_call(u->up[i], x)};
        x = nn_call(u->join[i], nn_cat(.list = parts, .n_list = 2, .dim = 1));
    }
    return nn_call(u->head, x);
}

nn_tensor *unet(void);

nn_tensor *unet(void)
{
    struct unet *u = nn_new(struct unet, unet_forward);
    int64_t channels = 3;
    for (int i = 0; i < DEPTH; i++) {
        int64_t width = 16LL << i;
        nn_item(u, down, i, double_conv(channels, width));
        nn_item(u, up, i, nn_conv_transpose2d(width * (i == DEPTH - 1 ? 1 : 2), width, 2, 2));
        nn_item(u, join, i, double_conv(2 * width, width));
        channels = width;
    }
    nn_member(u, pool, nn_max_pool2d(2));
    nn_member(u, head, nn_conv2d(16, 2, 1));
    return nn_call(&u->base, nn_input(NN_F32, 1, 3, 64, 48));
}
