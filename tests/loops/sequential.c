// A Sequential that a loop appends to.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential(nn_linear(8, 32));
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(32, 32));
        nn_append(net, nn_relu());
    }
    nn_append(net, nn_linear(32, 10));
    return net;
}
