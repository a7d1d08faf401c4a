// What comes of an error that was told is unknown, and nothing more is said of it.
// says: Linear(?, 4)
#include <shapeprof/nn.h>

struct sizes {
    int width[3], n;
};

nn_module *net(void)
{
    struct sizes sizes = {{8, 16, 4}, 2};
    int last = 3, unset, *none = 0;
    nn_module *modules[2] = {nn_relu(), nn_relu()};
    nn_module *net = nn_sequential(nn_linear(8, 16));
    nn_append(net, nn_linear(sizes.width[last + 4], 4)); // expect SP402: element 7 of `sizes.width` is used, which has 3: 0 to 2
    nn_append(net, nn_linear(*none, 4));                 // expect SP401
    nn_append(net, nn_linear(unset, 4));                 // expect SP405: `unset`
    nn_append(net, nn_linear(4 / (last - 3), 4));        // expect SP404
    nn_append(net, modules[last - 1]);                   // expect SP402: reads element 2 of `modules`, which has 2: 0 to 1
    nn_append(net, nn_linear(7, 3));
    return net;
}
