// Norms of which only the bias is learned: no statistics are kept for backward.
#include <shapeprof/nn.h>

struct shifted {
    nn_module base;
    nn_tensor *bias;
};

static nn_tensor *rows(nn_module *self, nn_tensor *x)
{
    return nn_f_layer_norm(x, {6}, .bias = ((struct shifted *)self)->bias);
}

static nn_tensor *channels(nn_module *self, nn_tensor *x)
{
    return nn_f_batch_norm(x, .bias = ((struct shifted *)self)->bias, .training = NN_ON);
}

static nn_tensor *groups(nn_module *self, nn_tensor *x)
{
    return nn_f_group_norm(x, 2, .bias = ((struct shifted *)self)->bias);
}

static nn_module *shifted(struct shifted *m)
{
    m->bias = nn_parameter(&m->base, "bias", NN_F32, {6});
    return &m->base;
}

nn_module *shifted_rows(void)
{
    return shifted(nn_new(struct shifted, rows));
}

nn_module *shifted_channels(void)
{
    return shifted(nn_new(struct shifted, channels));
}

nn_module *shifted_groups(void)
{
    return shifted(nn_new(struct shifted, groups));
}
