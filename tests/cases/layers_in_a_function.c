// Layers that a plain function calls one after another have the names of their classes, the first
// too.
// says: Linear   Linear(8, 16)
// says: Linear2  Linear(16, 4)
// says: peak leaf      `Linear`
#include <shapeprof/nn.h>

nn_tensor *net(nn_tensor *x)
{
    x = nn_call(nn_linear(8, 16), x);
    x = nn_call(nn_relu(), x);
    return nn_call(nn_linear(16, 4), x);
}
