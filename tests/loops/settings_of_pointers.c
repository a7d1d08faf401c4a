// Each round reads its number from a structure that an array points to; one of them differs.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct settings {
    int width;
};

static const struct settings plain = {8}, special = {64};
static const struct settings *const settings[64] = {
    [0 ... 29] = &plain, &special, [31 ... 63] = &plain};

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(8, settings[i]->width));
        nn_append(net, nn_linear(settings[i]->width, 8));
    }
    return net;
}
