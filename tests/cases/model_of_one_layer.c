// A model that is a single layer is asked for by the name that it is printed with.
// options: --input 'f32[4,3,8]' --why '(the model)'
// status: 0
// says: LSTM(8, 16)
// says: 4 x 3 x 16 = 192 elements
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_lstm(8, 16);
}
