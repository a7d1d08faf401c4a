// Each round reads its numbers through a pointer out of an array; one of the tables differs.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

static const int small[] = {8}, large[] = {64};
static const int *const numbers[64] = {[0 ... 29] = small, large, [31 ... 63] = small};
nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        const int *widths = numbers[i];
        nn_append(net, nn_linear(8, widths[0]));
        nn_append(net, nn_linear(widths[0], 8));
    }
    return net;
}
