// Each round doubles the width: sizes are powers of two, and a budget breaks at a number of rounds.
// options: --input f32[1,8] --budget peak_leaf<=100
// says: assumed: n >= 2, and in every later round its loops go on as they do with 1, 2, 3, 4, 5, 7, 12, 21
// says: peak leaf `1..n - 1, x (n - 1)`: 32*2^n bytes
// says: parameters 128*((4^n + 2)/3) + 16*2^n - 144
// says: + it grows with each round; these are the figures of the last
// status: 1
#include <shapeprof/nn.h>

extern int n;

nn_module *growing(void)
{
    nn_module *net = nn_sequential();
    int width = 8;
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(width, 2 * width)); // expect SP501: has 32*2^n bytes; n=2 gives 128 against 100
        width *= 2;
    }
    return net;
}
