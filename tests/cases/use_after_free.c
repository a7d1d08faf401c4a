// The options are freed before they are used.
#include <shapeprof/nn.h>
#include <stdlib.h>

struct options {
    int hidden;
};

nn_module *net(void)
{
    struct options *options = malloc(sizeof *options);
    options->hidden = 16;
    free(options);
    int hidden = options->hidden; // expect SP403
    return nn_sequential(nn_linear(8, 64), nn_linear(64, hidden > 0 ? 4 : 2));
}
