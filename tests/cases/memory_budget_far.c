// A store nearly 2^63 bytes behind what nobody knows asks for more memory than there is, also in
// sum with what was taken before.
#include <shapeprof/nn.h>

extern char *far_away(void);

nn_module *net(void)
{
    char taken[5000];
    for (int i = 0; i < 5000; i++) taken[i] = 1;
    char *far = far_away(); // expect SP412: far_away
    far[0x7ffffffffffffff0] = taken[0]; // expect SP408: too much memory
    return nn_linear(8, 8);
}
