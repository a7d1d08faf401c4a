// A header that is older than the first that tells its version: no struct nn_header.
// says: include the header that was installed with this shapeprof
#define nn_header nn_header_of_another_time
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_sequential(nn_linear(8, 8), // expect SP327: the nn.h that is included has version 0, this shapeprof reads version 1
                         nn_relu());
}
