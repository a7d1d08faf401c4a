// A program that reads its arguments without asking argc: without --argv their numbers are symbols.
// says: f32[n, d]
// says: 64*d + 129

#include <shapeprof/nn.h>

#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argc;
    int n = atoi(argv[1]), d = atoi(argv[2]);
    nn_module *model = nn_sequential(nn_linear(d, 64), nn_relu(), nn_linear(64, 1));
    nn_call(model, nn_randn(NN_F32, n, d));
    return 0;
}
