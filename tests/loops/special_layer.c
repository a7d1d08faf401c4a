// The third round is not like the others.
// options: --input f32[4,16]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int width = 16;
    for (int i = 0; i < n; i++) {
        int next = i == 2 ? 4 * width : width;
        nn_append(net, nn_linear(width, next));
        width = next;
    }
    return net;
}
