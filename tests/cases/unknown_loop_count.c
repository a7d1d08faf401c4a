// How many layers there are comes from a file.
// says: assumed: n_layer >= 1, and every later round of its loops is like the second
// says: 2..n_layer, x (n_layer - 1)
// says: total 32*N*(n_layer + 1) bytes
#include <shapeprof/nn.h>
#include <stdio.h>

nn_module *net(void)
{
    int n_layer = 0;
    FILE *file = fopen("config.bin", "rb");
    fread(&n_layer, sizeof n_layer, 1, file);
    nn_module *net = nn_sequential(nn_linear(8, 8));
    for (int i = 0; i < n_layer; i++)
        nn_append(net, nn_relu());
    return net;
}
