// A step decides by a switch.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int k = 0;
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(8, 8));
        switch (++k) {
        case 24:
            nn_append(net, nn_linear(8, 64));
            nn_append(net, nn_linear(64, 8));
            break;
        default: break;
        }
    }
    return net;
}
