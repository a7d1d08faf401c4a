// Modules nested a thousand deep are no trouble; one that contains itself never ends.
// options: --dtype f32
// says: in 1001 leaf calls
#include <shapeprof/nn.h>

static nn_module *nest(int depth)
{
    if (!depth) return nn_relu();
    return nn_sequential(nn_linear(8, 8), nest(depth - 1));
}

nn_module *nested(void)
{
    return nest(1000);
}

nn_module *circle(void)
{
    nn_module *outer = nn_sequential(nn_relu()); // expect SP406: calls itself without end
    nn_module *inner = nn_sequential(outer);
    nn_append(outer, inner);
    return outer;
}

struct again {
    nn_module base;
};

static nn_tensor *again_forward(nn_module *self, nn_tensor *x)
{
    return nn_call(self, nn_f_relu(x)); // expect SP406: 200 calls of again are nested here
}

nn_module *again(void)
{
    return &nn_new(struct again, again_forward)->base;
}
