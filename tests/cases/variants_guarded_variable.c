// A variable that is only set where it is read is no variable that is read before it is set.
// says: if n < 3
// says: Linear(8, 5)
// says: Linear(8, 8)
#include <shapeprof/nn.h>

int get(void);

nn_module *net(void)
{
    int n = get(), x; // expect SP412
    if (n < 3) x = 5;
    return nn_linear(8, n < 3 ? x : 8);
}
