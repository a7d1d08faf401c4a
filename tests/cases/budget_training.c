// A limit for a training step; the lock file's names of both figures are understood, too.
// options: --input 'f32[4,8]' --budget training<=3000,peak_live<=1MiB,peak_live_training<=1MiB
// says: peak_live<=1MiB: kept
// says: peak_live_training<=1MiB: kept
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), nn_gelu(),
                         nn_linear(64, 64),
                         nn_linear(64, 8)); // expect SP501: budget training<=3000: peak live in training (while `3` runs)
}
