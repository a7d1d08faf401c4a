// Which leaf is the peak depends on the width: the border is proved.
// says: peak leaf if hidden > 127
// says: peak leaf if hidden <= 127
#include <shapeprof/nn.h>

nn_module *net(int hidden)
{
    return nn_sequential(nn_linear(8, hidden), nn_relu(), nn_linear(hidden, 128));
}
