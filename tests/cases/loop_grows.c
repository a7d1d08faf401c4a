// Each round makes the width half as large again, which has no closed form: one round is a lower
// bound, and a budget that holds for it is open.
// options: --input f32[1,8] --budget peak_leaf<=100
// says: peak leaf `0`: >= 48 bytes
// says: parameters >= 108
// status: 1
// says: [1] how often the loop at line 16 runs is not known
#include <shapeprof/nn.h>

extern int n;

nn_module *growing(void)
{
    nn_module *net = nn_sequential();
    int width = 8;
    for (int i = 0; i < n; i++) { // expect SP410: 1 round was followed
        nn_append(net, nn_linear(width, 3 * width / 2)); // expect SP502: how often the loop at line 16 runs is not known
        width = 3 * width / 2;
    }
    return net;
}
