// Each round has a width that is less by one, which may be 0: the 32nd is refused.
// options: --input f32[4,8]
// counts: n
// exact: count total.f32 parameters.f32
// edges: 1,2,29,30,31,32,40
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
