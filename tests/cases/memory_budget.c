// Memory is taken and written until there is no more.
#include <shapeprof/nn.h>
#include <stdlib.h>
#include <string.h>

nn_module *net(void)
{
    for (int i = 0; i < 100000; i++) {
        char *block = malloc(1 << 20);
        if (!block) break;
        memset(block, 1, 1 << 20); // expect SP408: too much memory
    }
    return nn_linear(8, 8);
}
