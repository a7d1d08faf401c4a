// A step that is compared where it is taken: the twenty-fourth round is not like the others.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int in_stage = 0;
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(8, 8));
        if (++in_stage == 24) {
            in_stage = 0;
            nn_append(net, nn_linear(8, 64));
            nn_append(net, nn_linear(64, 8));
        }
    }
    return net;
}
