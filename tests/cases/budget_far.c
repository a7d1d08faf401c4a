// A limit that no small batch passes is broken all the same; up to which batch it holds is told.
// options: --budget total<=4GiB --dtype f32
// says: total<=4GiB: broken, 544*N bytes; it holds while N <= 7895160
#include <shapeprof/nn.h>

nn_module *wide(void) // expect SP501: it holds while N <= 7895160; N=7895161 gives 4294967584 against 4294967296
{
    return nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
}
