// A function counts its calls in a structure that outlives them.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

static int width(void)
{
    static struct {
        int calls;
    } kept;
    kept.calls = kept.calls + 1;
    return kept.calls == 31 ? 64 : 8;
}

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        int middle = width();
        nn_append(net, nn_linear(8, middle));
        nn_append(net, nn_linear(middle, 8));
    }
    return net;
}
