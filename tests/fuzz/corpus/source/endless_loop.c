// A loop that never ends ends the analysis, not the analyser.
#include <shapeprof/nn.h>

nn_module *net(void)
{
    nn_module *list = nn_sequential();
    for (int i = 8; i != 0; i = i + 2 - 2) { // expect SP407
    }
    nn_append(list, nn_linear(8, 8));
    return list;
}
