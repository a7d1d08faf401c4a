// Closed forms that are too long for columns: numbers stand below their row, each with its name.
#include <shapeprof/nn.h>

struct config {
    int image, patch, width, n_heads, n_classes;
};

struct patches {
    nn_module base;
    nn_module *project, *attend, *head;
    nn_tensor *positions;
};

static nn_tensor *patches_forward(nn_module *self, nn_tensor *x)
{
    struct patches *patches = (struct patches *)self;
    x = nn_transpose(nn_f_flatten(nn_call(patches->project, x), .start_dim = 2), 1, 2);
    x = nn_add(x, patches->positions);
    return nn_call(patches->head, nn_call(patches->attend, x, x, x, .need_weights = NN_OFF));
}

nn_module *patches(const struct config *config)
{
    struct patches *p = nn_new(struct patches, patches_forward, .kind = "Patches");
    int side = config->image / config->patch;
    nn_member(p, project, nn_conv2d(3, config->width, config->patch, .stride = config->patch));
    p->positions = nn_parameter(&p->base, "positions", NN_F32, {1, side * side, config->width});
    nn_member(p, attend,
              nn_multihead_attention(config->width, config->n_heads, .batch_first = true));
    nn_member(p, head, nn_linear(config->width, config->n_classes));
    return &p->base;
}
