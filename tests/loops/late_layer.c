// The twenty-first round is not like the others: no sample of few rounds shows it.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential(nn_linear(8, 8));
    for (int i = 0; i < n; i++)
        if (i == 20) nn_append(net, nn_linear(8, 64));
    return net;
}
