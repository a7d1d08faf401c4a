// A flag that is on by default is turned off by NN_OFF alone: what is 0 says nothing, however it
// is written.
#include <shapeprof/nn.h>

static const int use_bias = 0;

nn_module *net(void)
{
    enum nn_flag flag = NN_DEFAULT, off = NN_OFF;
    return nn_sequential(nn_linear(8, 8, .bias = nn_at(0)), // expect SP325: `.bias` is false or 0 here
                         nn_linear(8, 8, .bias = use_bias), // expect SP325: `.bias` is false or 0 here
                         nn_linear(8, 8, .bias = flag), nn_linear(8, 8, .bias = off));
}
