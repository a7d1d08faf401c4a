// Each round makes the same but for one far away, which numbers that are made of the round's tell.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>
#include <stdlib.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        int distance = abs(i - 30);
        nn_append(net, nn_linear(8, distance == 0 ? 64 : 8));
        if (distance == 0) nn_append(net, nn_linear(64, 8));
    }
    return net;
}
