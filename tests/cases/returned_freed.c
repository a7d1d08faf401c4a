// What is wrong at no line of the program is told where its function begins, once.
#include <shapeprof/nn.h>

#include <stdlib.h>

nn_module *model(void) // expect SP403: `m` is used, which was freed
{
    nn_module *m = nn_linear(8, 8);
    free(m);
    return m;
}

struct lost {
    nn_module base;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    (void)self, (void)x;
    return NULL;
}

nn_module *lost(void)
{
    return &nn_new(struct lost, forward)->base; // expect SP324: the forward of lost returned NULL
}
