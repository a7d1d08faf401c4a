// A stack of equal layers, made and called in loops.
// options: --input f32[4,16]
// counts: n_layer
#include <shapeprof/nn.h>

#define MAX_LAYERS 32
extern int n_layer;

struct stack {
    nn_module base;
    nn_module *in, *layer[MAX_LAYERS], *out;
};

static nn_tensor *stack_forward(nn_module *self, nn_tensor *x)
{
    struct stack *net = (struct stack *)self;
    x = nn_call(net->in, x);
    for (int i = 0; i < n_layer; i++) x = nn_f_relu(nn_call(net->layer[i], x));
    return nn_call(net->out, x);
}

nn_module *stack(void)
{
    struct stack *net = nn_new(struct stack, stack_forward);
    nn_member(net, in, nn_linear(16, 64));
    for (int i = 0; i < n_layer; i++) nn_item(net, layer, i, nn_linear(64, 64));
    nn_member(net, out, nn_linear(64, 10));
    return &net->base;
}
