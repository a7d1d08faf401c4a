// A name that a folded table shows stands for all of its rows.
// options: --input 'f32[2,8]' --why layers.0..9.fc
// says: layers.0.fc: Linear(8, 8)
// says: alike          2 more, up to layers.2.fc: the same figures
// says: layers.3.fc: Linear(8, 16)
// says: layers.4.fc: Linear(16, 8)
// says: layers.5.fc: Linear(8, 8)
// says: alike          layers.6.fc: the same figures
#include <shapeprof/nn.h>

struct layer {
    nn_module base;
    nn_module *fc, *act;
};

static nn_tensor *layer_forward(nn_module *self, nn_tensor *x)
{
    struct layer *layer = (struct layer *)self;
    return nn_call(layer->act, nn_call(layer->fc, x));
}

struct net {
    nn_module base;
    nn_module *layers[7];
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    for (int i = 0; i < 7; i++) x = nn_call(net->layers[i], x);
    return x;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    for (int i = 0; i < 7; i++) {
        struct layer *layer = nn_new(struct layer, layer_forward);
        nn_member(layer, fc, nn_linear(i == 4 ? 16 : 8, i == 3 ? 16 : 8));
        nn_member(layer, act, nn_relu());
        nn_item(net, layers, i, &layer->base);
    }
    return &net->base;
}
