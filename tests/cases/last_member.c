// An array at the end of a struct has a name and as many elements as there is room for, whatever lies before it.
// options: --input f32[4,16]
// says: assumed: which <= 2, as `all.widths` of 3 elements needs
#include <shapeprof/nn.h>

extern int which;

struct net {
    int before[4];
    int widths[3];
};

nn_module *net(void)
{
    struct net all = {{1, 1, 1, 1}, {32, 64, 128}}, *net = &all;
    return nn_linear(16, net->widths[which]);
}
