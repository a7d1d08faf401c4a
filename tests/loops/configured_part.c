// Functions get a pointer to a part of the sizes, or an array of them, and write in a far round.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct sizes {
    int width, others[2];
};

static void widen(int *width, int i)
{
    if (i == 30) *width = 64;
}

static void deepen(int sizes[2], int i)
{
    if (i == 33) sizes[1] = 32;
}

nn_module *net(void)
{
    struct sizes sizes = {8, {4, 4}};
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        widen(&sizes.width, i);
        deepen(sizes.others, i);
        nn_append(net, nn_linear(8, 8));
    }
    nn_append(net, nn_linear(8, sizes.width));
    nn_append(net, nn_linear(sizes.width, sizes.others[1]));
    return net;
}
