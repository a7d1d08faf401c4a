// Modules called with too many or too few inputs, and one that calls itself.
// status: 1
#include <shapeprof/nn.h>

struct two {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *two_forward(nn_module *self, nn_tensor *x, nn_tensor *y)
{
    struct two *m = (struct two *)self;
    return nn_add(nn_call(m->fc, x, y), y); // expect SP321
}

nn_tensor *pair(nn_tensor *x)
{
    struct two *m = nn_new(struct two, .forward2 = two_forward);
    nn_member(m, fc, nn_linear(8, 8));
    nn_tensor *y = nn_call(&m->base, x, x);
    return nn_cat({y, nn_call(&m->base, x)}); // expect SP321
}

nn_tensor *itself(nn_tensor *x)
{
    nn_module *loop = nn_sequential(nn_relu());
    nn_append(loop, loop);
    return nn_call(loop, x); // expect SP406: Sequential calls itself without end
}
