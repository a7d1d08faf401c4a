// A loop of unknown count that runs once in each of three stages.
// options: --input f32[4,16]
// counts: n
// exact: total.f32 count live.f32
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int stage = 0; stage < 3; stage++) {
        for (int k = 0; k < n; k++) nn_append(net, nn_linear(16, 16));
        nn_append(net, nn_tanh());
    }
    return net;
}
