// A pointer to the settings of a round is kept in a variable and passed on; a late round's differ.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct settings {
    int width;
};

static const struct settings all[64] = {[0 ... 29] = {8}, {64}, [31 ... 63] = {8}};

static void add(nn_module *net, const struct settings *settings)
{
    nn_append(net, nn_linear(8, settings->width));
    nn_append(net, nn_linear(settings->width, 8));
}

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        const struct settings *settings = &all[i];
        add(net, settings);
    }
    return net;
}
