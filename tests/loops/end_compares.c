// A comparison adds a round from the thirtieth on.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int k = 0;
    for (int i = 0; i < n + (k > 30); i++) {
        nn_append(net, nn_linear(8, 8));
        k++;
    }
    return net;
}
