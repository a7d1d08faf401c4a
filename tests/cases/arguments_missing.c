// --argv gives one argument, and the program reads two.
// options: --argv '4'

#include <shapeprof/nn.h>

#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argc;
    int n = atoi(argv[1]);
    int d = atoi(argv[2]); // expect SP401: `atoi` reads a text and is given NULL
    nn_module *model = nn_sequential(nn_linear(d, 64), nn_relu(), nn_linear(64, 1));
    nn_call(model, nn_randn(NN_F32, n, d));
    return 0;
}
