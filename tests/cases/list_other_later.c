// Modules of a list that differ only behind the rounds that were tried: no closed form, for no round
// that was followed says what those behind it do.
// options: --dtype f32 --input x=f32[2,8] --at n=35
// says: 35 f32 layers.30 4096 4232 6344 201600
// says: 35 f32 layers.30.0 4096 8320 30656 382080
// says: 35 f32 list.30 4096 4232 6344 201600
#include <shapeprof/nn.h>

enum { N = 40 };

struct net {
    nn_module base;
    int n;
    nn_module *layers[N], *list;
};

static nn_tensor *fold(nn_tensor *y, nn_tensor *x)
{
    return nn_add(nn_sum(y, .dim = -1, .keepdim = true), x);
}

static nn_tensor *by_index(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    for (int i = 0; i < net->n; i++) // expect SP410
        x = fold(nn_call(net->layers[i], x), x);
    return x;
}

static nn_tensor *by_get(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    for (int i = 0; i < net->n; i++) // expect SP410
        x = fold(nn_call(nn_get(net->list, i), x), x);
    return x;
}

static nn_module *block(int width)
{
    return nn_sequential(nn_linear(8, width), nn_relu(), nn_linear(width, 8));
}

nn_module *layers(int n)
{
    struct net *net = nn_new(struct net, by_index);
    net->n = n;
    for (int i = 0; i < N; i++) nn_item(net, layers, i, nn_linear(8, i < 30 ? 16 : 512));
    return &net->base;
}

nn_module *blocks(int n)
{
    struct net *net = nn_new(struct net, by_index);
    net->n = n;
    for (int i = 0; i < N; i++) nn_item(net, layers, i, block(i < 30 ? 16 : 512));
    return &net->base;
}

nn_module *list(int n)
{
    struct net *net = nn_new(struct net, by_get);
    net->n = n;
    nn_member(net, list, nn_module_list(nn_linear(8, 16)));
    for (int i = 1; i < N; i++) nn_append(net->list, nn_linear(8, i < 30 ? 16 : 512));
    return &net->base;
}
