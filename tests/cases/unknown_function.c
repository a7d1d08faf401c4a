// A function whose body is in another file.
// status: 0
#include <shapeprof/nn.h>

int choose_width(int level);

nn_module *net(void)
{
    int width = choose_width(2); // expect SP412: choose_width
    return nn_linear(8, width);
}
