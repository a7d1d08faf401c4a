// Leaves that are never called, in a stack of unknown height: the projection of
// attention, with which attention itself computes, and a dropout that is
// forgotten in the forward.
#include <shapeprof/nn.h>

struct layer {
    nn_module base;
    nn_module *attn, *drop;
};

static nn_tensor *layer_forward(nn_module *self, nn_tensor *x)
{
    struct layer *layer = (struct layer *)self;
    return nn_add(x, nn_call(layer->attn, x, x, x, .need_weights = NN_OFF));
}

static nn_module *layer(void)
{
    struct layer *layer = nn_new(struct layer, layer_forward, .kind = "Layer");
    nn_member(layer, attn, nn_multihead_attention(16, 2, .batch_first = true));
    nn_member(layer, drop, nn_dropout(.p = 0.1));
    return &layer->base;
}

struct stack {
    nn_module base;
    int n_layers;
    nn_module *layers[64];
};

static nn_tensor *stack_forward(nn_module *self, nn_tensor *x)
{
    struct stack *stack = (struct stack *)self;
    for (int i = 0; i < stack->n_layers; i++) x = nn_call(stack->layers[i], x);
    return x;
}

nn_module *stack(int n_layers)
{
    struct stack *stack = nn_new(struct stack, stack_forward, .kind = "Stack");
    stack->n_layers = n_layers;
    for (int i = 0; i < n_layers; i++) nn_item(stack, layers, i, layer());
    return &stack->base;
}
