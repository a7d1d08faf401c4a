// Integers that are written with a fraction.
// options: --dtype f32
// says: Linear(8, 8)
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_sequential(
        nn_linear(8, 8.5),                              // expect SP425: out_features is an integer: of 8.5, 8 is taken
        nn_conv1d(1, 4, 3.0, .padding = 0, .stride = 1.9), // expect SP425: stride is an integer: of 1.9, 1 is taken
        nn_dropout(0.25));
}
