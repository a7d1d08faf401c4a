// Each round makes the same but for one far away, which gets its number in a structure.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct place {
    int round, width;
};

static void add_block(nn_module *net, int width, struct place place)
{
    if (place.round == 30) {
        nn_append(net, nn_linear(place.width, 64));
        nn_append(net, nn_linear(64, width));
    }
    nn_append(net, nn_linear(place.width, width));
}

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) add_block(net, 8 + 0 * i, (struct place){i, 8});
    return net;
}
