// A NULL pointer in the code that builds the model.
#include <shapeprof/nn.h>

struct config {
    int hidden;
};

static const struct config *find_config(const char *name)
{
    (void)name;
    return NULL;
}

nn_module *net(void)
{
    const struct config *config = find_config("small");
    int hidden = config->hidden; // expect SP401
    return nn_sequential(nn_linear(8, hidden), nn_relu());
}
