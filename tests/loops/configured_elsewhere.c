// A function keeps the pointer to the sizes that it gets, and another one writes there.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct sizes {
    int width, round;
};

static struct sizes *kept;

static void keep(struct sizes *sizes)
{
    kept = sizes;
}

static nn_module *layer(void)
{
    int before = kept->width;
    if (++kept->round == 30) kept->width = 64;
    return nn_linear(before, kept->width);
}

nn_module *net(void)
{
    struct sizes sizes = {8, 0};
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        keep(&sizes);
        nn_append(net, layer());
    }
    nn_append(net, nn_linear(sizes.width, 8));
    return net;
}
