// Which leaf is the peak depends on the width, and so does the worst moment: the borders are proved.
// says: peak leaf if hidden > 127
// says: peak leaf if hidden <= 127
// says: (f16/bf16: 4*N*(hidden + 4), f64: 16*N*(hidden + 4)) if hidden > 127, while `1` runs
// says: (f16/bf16: 2*N*(hidden + 136), f64: 8*N*(hidden + 136)) if hidden <= 127, while `2` runs
#include <shapeprof/nn.h>

nn_module *net(int hidden)
{
    return nn_sequential(nn_linear(8, hidden), nn_relu(), nn_linear(hidden, 128));
}
