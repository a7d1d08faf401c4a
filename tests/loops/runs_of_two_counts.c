// Two counts, in runs of a loop whose count is known.
// options: --input f32[4,16]
// counts: n m
#include <shapeprof/nn.h>

extern int n, m;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int stage = 0; stage < 2; stage++) {
        for (int k = 0; k < n; k++) nn_append(net, nn_linear(16, 16));
        for (int k = 0; k < m; k++) nn_append(net, nn_tanh());
    }
    return net;
}
