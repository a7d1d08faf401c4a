// A pointer that is followed on one side of `?:` only is no fault on the other.
// says: n <= 64
// says: Linear(8, 8)
#include <shapeprof/nn.h>

int get(void);

nn_module *net(void)
{
    const int *none = NULL;
    int n = get();                            // expect SP412
    return nn_linear(8, n <= 64 ? 8 : *none); // expect SP401: `*none` is read through a NULL pointer
}
