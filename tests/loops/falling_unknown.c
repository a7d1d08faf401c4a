// Widths fall from a number that is not known: how many rounds there may be depends on it.
// counts: n w
// exact: count
// edges: 2,5,6,10 15,16,39,40,41,48,80
#include <shapeprof/nn.h>

extern int n, w;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, nn_linear(w - 8 * i, w - 8 * i - 8));
    return net;
}
