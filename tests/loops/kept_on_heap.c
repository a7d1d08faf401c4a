// A module makes room for what it keeps in its first call, and does more in a later one.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>
#include <stdlib.h>

extern int n;

struct layer {
    nn_module base;
    nn_module *fc, *extra;
    int *calls;
};

static nn_tensor *layer_forward(nn_module *self, nn_tensor *x)
{
    struct layer *layer = (struct layer *)self;
    if (!layer->calls) layer->calls = calloc(1, sizeof *layer->calls);
    *layer->calls = *layer->calls + 1;
    x = nn_call(layer->fc, x);
    if (*layer->calls == 30) x = nn_call(layer->extra, x);
    return x;
}

nn_tensor *net(nn_tensor *x)
{
    struct layer *layer = nn_new(struct layer, layer_forward);
    layer->fc = nn_child(&layer->base, "fc", nn_linear(8, 8));
    layer->extra = nn_child(&layer->base, "extra", nn_linear(8, 8));
    for (int i = 0; i < n; i++) x = nn_call(&layer->base, x);
    return x;
}
