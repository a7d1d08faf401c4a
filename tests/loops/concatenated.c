// As in DenseNet: each layer gets all that there is and adds 12 channels to it.
// options: --input f32[2,24,8,6]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct block {
    nn_module base;
    nn_module *layers;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *block = (struct block *)self;
    for (int i = 0; i < n; i++) {
        nn_tensor *more = nn_call(nn_get(block->layers, i), nn_f_relu(x));
        x = nn_cat({x, more}, .dim = 1);
    }
    return x;
}

nn_module *dense_block(void)
{
    struct block *block = nn_new(struct block, block_forward);
    nn_member(block, layers, nn_module_list());
    for (int i = 0; i < n; i++)
        nn_append(block->layers, nn_conv2d(24 + 12 * i, 12, 3, .padding = 1));
    return &block->base;
}
