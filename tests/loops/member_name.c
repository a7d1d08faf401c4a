// The name of each layer is written into a member, and one far away is told by it.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>
#include <stdio.h>
#include <string.h>

extern int n;

struct info {
    char name[32];
};

nn_module *net(void)
{
    struct info info;
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        snprintf(info.name, sizeof info.name, "layer%d", i);
        int width = 8;
        if (strcmp(info.name, "layer30") == 0) width = 64;
        nn_append(net, nn_linear(8, width));
        nn_append(net, nn_linear(width, 8));
    }
    return net;
}
