// The last lines say that something could not be read, and which status that has.
// status: 0
// says: INCOMPLETE: 1 error of the compiler, 1 header that was not found, 2 calls of functions that nothing
// says: (exit status 0, with --strict 2)
#include <shapeprof/nn.h>
#include "no_such_header.h" // expect SP606

int unrelated = ; // expect SP607

nn_module *net(void)
{
    return nn_sequential(nn_linear(8, 8), nn_batchnorm1d(8), nn_rleu()); // expect SP422: `nn_batch_norm1d` // expect SP422: `nn_relu`
}
