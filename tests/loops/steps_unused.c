// Steps whose values nobody takes decide nothing.
// options: --input f32[4,8]
// counts: n
// exact: count total.f32
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int k = 0, left = 24;
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(8, 8));
        k++, left--;
        (void)++k;
        net ? k++ : left--;
        for (int j = 0, q = 0; j < 2; j++, q++) nn_append(net, nn_linear(8, 8));
    }
    return net;
}
