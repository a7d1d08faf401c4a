// Each round makes the same but for one far away, which is told by its name.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>
#include <stdio.h>
#include <string.h>

extern int n;

static int width_of(const char *name)
{
    return strcmp(name, "layer30") == 0 ? 64 : 8;
}

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "layer%d", i);
        int width = width_of(name);
        nn_append(net, nn_linear(8, width));
        nn_append(net, nn_linear(width, 8));
    }
    return net;
}
