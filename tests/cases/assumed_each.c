// What one line takes for granted of several numbers is said of each.
// says: assumed: cfg[0].n >= 3: otherwise the program ends
// says: assumed: cfg[1].n >= 3: otherwise the program ends
#include <shapeprof/nn.h>
#include <stdio.h>
#include <stdlib.h>

struct config {
    int n;
};

nn_module *net(void)
{
    struct config cfg[2];
    nn_module *layers = nn_sequential(nn_linear(8, 8));
    fread(cfg, sizeof cfg, 1, stdin);
    for (int i = 0; i < 2; i++) {
        if (cfg[i].n < 3) exit(1);
        nn_append(layers, nn_linear(8, 8));
    }
    return layers;
}
