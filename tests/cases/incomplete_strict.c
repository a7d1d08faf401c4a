// The last lines say that something could not be read, and which status that has.
// options: --strict
// status: 2
// says: INCOMPLETE: 2 calls of functions that nothing
// says: (exit status 2)
#include <shapeprof/nn.h>


nn_module *net(void)
{
    return nn_sequential(nn_linear(8, 8), nn_batchnorm1d(8), nn_rleu()); // expect SP422: `nn_batch_norm1d` // expect SP422: `nn_relu`
}
