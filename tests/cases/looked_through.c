// Library functions that look through much memory pay for it, so that a loop of them ends.
#include <shapeprof/nn.h>
#include <stdlib.h>
#include <string.h>

nn_module *net(void)
{
    size_t n = (size_t)1 << 24;
    char *text = calloc(n, 1);
    memset(text, 'x', n - 1);
    int found = 0;
    for (int i = 0; i < 1000; i++) found += memchr(text, 'y', n) != NULL; // expect SP407: within 20000000 steps
    return nn_linear(8, 8 + found);
}
