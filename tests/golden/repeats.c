#include <shapeprof/nn.h>

// Twelve blocks that are alike, and a cell in as many steps as the input has.
struct block {
    nn_module base;
    nn_module *norm, *up, *act, *down;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *block = (struct block *)self;
    nn_tensor *h = nn_call(block->act, nn_call(block->up, nn_call(block->norm, x)));
    return nn_add(x, nn_call(block->down, h));
}

static nn_module *block(void)
{
    struct block *block = nn_new(struct block, block_forward);
    nn_member(block, norm, nn_layer_norm(16));
    nn_member(block, up, nn_linear(16, 64));
    nn_member(block, act, nn_gelu());
    nn_member(block, down, nn_linear(64, 16));
    return &block->base;
}

nn_module *stack(void)
{
    nn_module *stack = nn_sequential(nn_linear(8, 16));
    for (int i = 0; i < 12; i++) nn_append(stack, block());
    return stack;
}

nn_module *falling(void)
{
    nn_module *all = nn_sequential(nn_linear(8, 64), nn_linear(64, 16));
    for (int i = 0; i < 4; i++) nn_append(all, nn_dropout(0.1));
    for (int i = 0; i < 4; i++) nn_append(all, nn_dropout(0.1 * i));
    nn_append(all, nn_linear(16, 16));
    nn_append(all, nn_linear(16, 16));
    return all;
}

nn_tensor *steps(nn_tensor *x)
{
    nn_module *cell = nn_gru_cell(8, 16);
    nn_tensor *state = NULL;
    for (int t = 0; t < nn_size(x, 1); t++) state = nn_call(cell, nn_select(x, 1, t), state);
    return state;
}
