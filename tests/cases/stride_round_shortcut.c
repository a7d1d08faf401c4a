// A shortcut round a stride fits pictures of 1 x 1 only, and the pool behind it needs 4: there is
// no input that the model accepts. Said is what is wrong with the block, of a picture of any size.
// says: x: f32[N, 3, H, W]: the smallest input that gets furthest
#include <shapeprof/nn.h>

struct res {
    nn_module base;
    nn_module *conv1, *conv2;
};

static nn_tensor *res_forward(nn_module *self, nn_tensor *x)
{
    struct res *res = (struct res *)self;
    nn_tensor *y = nn_call(res->conv2, nn_f_relu(nn_call(res->conv1, x)));
    return nn_add(x, y); // expect SP102: dim 2 (H) must equal dim 2 ((H + 1)/2) // expect SP102: dim 3 (W)
}

static nn_module *res(int channels, int stride)
{
    struct res *res = nn_new(struct res, res_forward);
    nn_member(res, conv1, nn_conv2d(channels, channels, 3, .stride = stride, .padding = 1));
    nn_member(res, conv2, nn_conv2d(channels, channels, 3, .padding = 1));
    return &res->base;
}

nn_module *net(int channels)
{
    return nn_sequential(nn_conv2d(3, channels, 3, .padding = 1), res(channels, 2),
                         nn_max_pool2d(4), nn_flatten(), nn_linear(channels * 64, 10));
}
