// A module of one's own comes from nn_new. Memory that was got in another way is told at the
// function that returns it, or at the call.
// status: 1
#include <shapeprof/nn.h>
#include <stdlib.h>

struct mlp {
    nn_module base;
    nn_module *fc;
};

nn_module *from_malloc(void) // expect SP324: memory of malloc and variables are no modules
{
    struct mlp *m = malloc(sizeof *m);
    m->fc = nn_linear(784, 256);
    return &m->base;
}

nn_module *from_variable(void) // expect SP324: memory of malloc and variables are no modules
{
    static struct mlp m;
    m.fc = nn_linear(784, 256);
    return &m.base;
}

nn_tensor *called(nn_tensor *x)
{
    struct mlp *m = malloc(sizeof *m);
    m->fc = nn_linear(784, 256);
    return nn_call(&m->base, x); // expect SP324: memory of malloc and variables are no modules
}
