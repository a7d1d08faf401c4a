// A loop that goes on where its comparison is false.
// options: --dtype f32 --at n=0,1,5
// says: assumed: n > 0: the loop runs
// says: 0  f32    0           32*N       64*N         64*N         288
// says: 5  f32    0           32*N       96*N        192*N         288
#include <shapeprof/nn.h>

int get(void);

nn_module *net(void)
{
    int n = get(); // expect SP412
    nn_module *net = nn_sequential(nn_linear(8, 8));
    for (int i = 0; !(i >= n); i++) // expect SP410: not known (n > 1)
        nn_append(net, nn_relu());
    return net;
}
