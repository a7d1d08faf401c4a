// The same with another width in each stage, and two layers a round.
// options: --input f32[4,16]
// counts: n
// exact: total.f32 count live.f32
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    static const int widths[] = {16, 32, 64, 128};
    nn_module *net = nn_sequential();
    for (int stage = 0; stage < 3; stage++) {
        int width = widths[stage];
        for (int k = 0; k < n; k++) {
            nn_append(net, nn_linear(width, width));
            nn_append(net, nn_relu());
        }
        nn_append(net, nn_linear(width, widths[stage + 1]));
    }
    return net;
}
