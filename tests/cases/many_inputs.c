// Functions of more than four tensors: each has an input of its own, which --input may name.
// options: --entry six --input f=f32[3]
// says: input e: f32[N, 3]
// says: input f: f32[3]
#include <shapeprof/nn.h>

nn_tensor *six(nn_tensor *a, nn_tensor *b, nn_tensor *c, nn_tensor *d, nn_tensor *e, nn_tensor *f)
{
    nn_tensor *left = nn_add(nn_add(a, b), nn_add(c, d));
    return nn_add(left, nn_add(e, f));
}
