// Nothing is known but the names: the answer is a formula.
// status: 0
// says: 4*N*hidden
#include <shapeprof/nn.h>

nn_module *wide(int hidden)
{
    return nn_sequential(nn_linear(8, hidden), nn_relu(), nn_linear(hidden, 8));
}
