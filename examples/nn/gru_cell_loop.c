// A GRU cell that walks along the first axis of its input, written as a loop.
#include <shapeprof/nn.h>

#define INPUT 10
#define HIDDEN 20

struct gru_cell_loop {
    nn_module base;
    nn_module *cell, *out;
};

static nn_tensor *gru_cell_loop_forward(nn_module *self, nn_tensor *x)
{
    struct gru_cell_loop *net = (struct gru_cell_loop *)self;
    nn_tensor *state = nn_zeros(nn_dtype_of(x), nn_size(x, 1), HIDDEN);
    for (int64_t step = 0; step < nn_size(x, 0); step++)
        state = nn_call(net->cell, nn_select(x, 0, step), state);
    return nn_call(net->out, state);
}

nn_module *gru_cell_loop(void)
{
    struct gru_cell_loop *net = nn_new(struct gru_cell_loop, gru_cell_loop_forward);
    nn_member(net, cell, nn_gru_cell(INPUT, HIDDEN));
    nn_member(net, out, nn_linear(HIDDEN, 3));
    return &net->base;
}
