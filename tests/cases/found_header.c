// A header that no flag leads to is taken from the nearest folder of the repository.
// options: --input 'f32[4,8]'
// status: 0
// says: Linear(8, 24)
#include "widths_of_found.h" // expect SP612: files/found
#include <shapeprof/nn.h>

nn_module *model(void)
{
    return nn_linear(8, WIDTH);
}
