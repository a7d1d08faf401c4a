// Figures stand only where the variant is taken, also for symbols that only branches use.
// options: --dtype f32 --at q=3,7 --at N=1
// says: 3 1 f32 64 96 96 576 if q != 7
// says: 7 1 f32 280 312 312 2520 if q == 7
#include <shapeprof/nn.h>

int get(void);

nn_module *net(void)
{
    int q = get(); // expect SP412
    if (q != 7) return nn_linear(8, 16);
    return nn_linear(8, 70);
}
