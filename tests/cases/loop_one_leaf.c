// A model that is a single leaf, behind a loop that computes nothing for it.
// says: every later round of its loops is like the second
// says: while `Linear` runs
#include <shapeprof/nn.h>

nn_module *net(int m)
{
    nn_module *made = nn_linear(8, 4), *all[8];
    for (int i = 0; i < m; i++) all[i] = made;
    return made;
}
