// Names that are only given away make no difference between rounds.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>
#include <stdio.h>

extern int n;

static void add_named(nn_module *net, const char *name)
{
    nn_child(net, name, nn_linear(8, 8));
}

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "layer%d", i);
        add_named(net, name);
    }
    return net;
}
