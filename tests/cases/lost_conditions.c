// Conditions and objects that do not compile: each is told once, and what depends on it is unknown.
// options: --input f32[4,8] --dtype f32
// says: Linear(8, ?)
// says: incomplete: what line 11 does is lost
#include <shapeprof/nn.h>

nn_module *guarded(int n)
{
    int width = 8;
    nn_module *known = nn_linear(8, 8);
    if (n > NO_LIMIT) width = 16; // expect SP607: undeclared identifier 'NO_LIMIT'
    switch (NO_KIND) { // expect SP607: undeclared identifier 'NO_KIND'
    case 1: width = 9; break;
    default: width = 10;
    }
    return nn_sequential(known, nn_linear(8, width));
}

nn_module *foreign(void)
{
    struct nowhere away; // expect SP607: incomplete type
    int size = away.size;
    return nn_sequential(nn_linear(8, size));
}
