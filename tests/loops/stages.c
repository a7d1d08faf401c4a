// Stages that double the width, each of m layers.
// options: --input f32[2,8]
// counts: n m
#include <shapeprof/nn.h>

extern int n, m;

struct net {
    nn_module base;
    nn_module *stages, *head;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    for (int i = 0; i < n; i++) {
        nn_module *stage = nn_get(net->stages, i);
        for (int k = 0; k <= m; k++) x = nn_f_relu(nn_call(nn_get(stage, k), x));
    }
    return nn_call(net->head, x);
}

static nn_module *make_stage(int width)
{
    nn_module *stage = nn_module_list();
    nn_append(stage, nn_linear(width, 2 * width));
    for (int k = 0; k < m; k++) nn_append(stage, nn_linear(2 * width, 2 * width));
    return stage;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    int width = 8;
    nn_member(net, stages, nn_module_list());
    for (int i = 0; i < n; i++, width *= 2) nn_append(net->stages, make_stage(width));
    nn_member(net, head, nn_linear(width, 3));
    return &net->base;
}
