// Sizes of 1: what is copied for larger ones lies in order there.
#include <shapeprof/nn.h>

struct turned {
    nn_module base;
    int n_rows;
};

static nn_tensor *turn(nn_module *self, nn_tensor *x)
{
    (void)self;
    return nn_contiguous(nn_transpose(x, 0, 1));
}

nn_module *turned(void)
{
    return &nn_new(struct turned, turn)->base;
}

static nn_tensor *turn_halves(nn_module *self, nn_tensor *x)
{
    (void)self;
    return nn_reshape(nn_transpose(nn_f_avg_pool1d(x, 2), 1, 2), nn_size(x, 0), -1);
}

// Of a picture of 2 or 3 columns one is left.
nn_module *halves(void)
{
    return &nn_new(struct turned, turn_halves)->base;
}

static nn_tensor *repeat(nn_module *self, nn_tensor *x)
{
    struct turned *turned = (struct turned *)self;
    return nn_exp(nn_contiguous(nn_expand(nn_unsqueeze(x, 0), turned->n_rows, -1, -1)));
}

nn_module *repeated(int n_rows)
{
    struct turned *turned = nn_new(struct turned, repeat);
    turned->n_rows = n_rows;
    return &turned->base;
}

static nn_tensor *turn_twice(nn_module *self, nn_tensor *x)
{
    struct turned *turned = (struct turned *)self;
    for (int i = 0; i < turned->n_rows; i++)
        x = nn_contiguous(nn_transpose(nn_contiguous(nn_transpose(x, 0, 1)), 0, 1));
    return x;
}

nn_module *in_a_loop(int n_rows)
{
    struct turned *turned = nn_new(struct turned, turn_twice);
    turned->n_rows = n_rows;
    return &turned->base;
}
