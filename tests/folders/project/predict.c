// Another one, which has a main as well and shares lib/.
#include <shapeprof/nn.h>
#include "lib/blocks.h"

int main(void)
{
    nn_call(block(3, 64), nn_randn(NN_F32, 2, 3));
    return 0;
}
