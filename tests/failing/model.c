// A small model with a loop, a branch on an unknown size and memory of its own.
#include <shapeprof/nn.h>
#include <stdlib.h>
#include <string.h>

nn_module *net(int width)
{
    int *sizes = malloc(200 * sizeof *sizes);
    memset(sizes, 0, 200 * sizeof *sizes);
    for (int i = 0; i < 200; i++) sizes[i] = 8 * (i % 3 + 1);
    nn_module *list = nn_sequential(nn_linear(8, width));
    if (width > 8) nn_append(list, nn_relu());
    nn_append(list, nn_linear(width, sizes[4]));
    free(sizes);
    return list;
}
