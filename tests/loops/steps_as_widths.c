// What an assignment comes to is a width.
// options: --input f32[4,8]
// counts: n
// exact: count total.f32
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int wide = 8, was;
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(8, 8));
        was = wide;
        nn_append(net, nn_linear(8, was));
        nn_append(net, nn_linear(was, wide += 8));
        nn_append(net, nn_linear(wide, 8));
    }
    return net;
}
