// That an unknown number is taken for a size is said where it decides a branch.
// options: --dtype f32 --at n=-1,2
// says: assumed: n >= 0: it is taken for a size
// says: -1 f32 needs n >= 0
// says: 2 f32
#include <shapeprof/nn.h>

int get(void);

nn_module *net(void)
{
    int n = get(); // expect SP412
    if (n < 0) return nn_linear(8, 4096);
    return nn_linear(8, n + 1);
}
