// Each round of a loop of unknown count has the derivation of the row that stands for them.
// options: --input 'f32[2,8]' --why layers.3.fc
// says: layers.1..(n - 1).fc: Linear(8, 8)
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
    nn_module *layers[64];
    int n;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    for (int i = 0; i < net->n; i++) x = nn_call(net->layers[i], x);
    return x;
}

nn_module *net(int n)
{
    struct net *net = nn_new(struct net, net_forward);
    net->n = n;
    for (int i = 0; i < n; i++) {
        struct layer *layer = nn_new(struct layer, layer_forward);
        nn_member(layer, fc, nn_linear(8, 8));
        nn_member(layer, act, nn_relu());
        nn_item(net, layers, i, &layer->base);
    }
    return &net->base;
}
