// Jumps to labels whose addresses are taken (GNU C): followed where the address is known.
// options: --dtype f32
// status: 0
// says: Linear(8, 17)
#include <shapeprof/nn.h>

// As an interpreter of byte code dispatches.
static int run(int n)
{
    static void *const table[] = {&&stop, &&add, &&twice};
    static const int code[] = {1, 2, 1, 0};
    const int *at = code;
    goto *table[*at++];
add:
    n += 3;
    goto *table[*at++];
twice:
    n *= 2;
    goto *table[*at++];
stop:
    return n;
}

nn_module *net(void)
{
    return nn_linear(8, run(4));
}

nn_module *chosen(int which)
{
    void *const table[] = {&&small, &&large};
    nn_module *net = nn_sequential();
    goto *table[which]; // expect SP414: label that is not known; what follows is not seen
small:
    nn_append(net, nn_linear(8, 4));
    return net;
large:
    nn_append(net, nn_linear(8, 64));
    return net;
}
