// A program: main, with what it uses from lib/.
#include <shapeprof/nn.h>
#include "lib/blocks.h"

int main(void)
{
    nn_module *m = block(8, 16);
    nn_call(m, nn_randn(NN_F32, 4, 8));
    return 0;
}
