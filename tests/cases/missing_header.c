// The analysis goes on without the header, and says so.
// options: --input 'f32[4,8]'
// status: 0
// says: 1024
#include "nowhere/to/be/found.h" // expect SP606: found.h
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
}
