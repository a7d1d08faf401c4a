// A function gets a pointer to the sizes in each round, and writes them in a far one.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct sizes {
    int width, round;
};

static nn_module *layer(struct sizes *sizes)
{
    int before = sizes->width;
    if (++sizes->round == 30) sizes->width = 64;
    return nn_linear(before, sizes->width);
}

nn_module *net(void)
{
    struct sizes sizes = {8, 0};
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, layer(&sizes));
    nn_append(net, nn_linear(sizes.width, 8));
    return net;
}
