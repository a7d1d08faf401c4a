// A budget must hold for every batch; the finding names one that breaks it.
// options: --budget peak_leaf<=64KiB
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), // expect SP501: N=257 gives 65792 against 65536
                         nn_relu(), nn_linear(64, 8));
}
