// Each round has a width that is less by one: with more than thirty there is none left.
// options: --input f32[4,8]
// counts: n
// tagged: count total.f32
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(8, 30 - i));
        nn_append(net, nn_linear(30 - i, 8));
    }
    return net;
}
