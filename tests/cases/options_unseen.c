// The program looks at optarg only, and at that in a function of its own.
// options: --argv '-w 64 -v -d2 file'
// status: 0
// says: f32[4, 64]
// says: 3072 bytes = 3 KiB
#include <getopt.h>
#include <shapeprof/nn.h>
#include <stdlib.h>

static int number(void)
{
    return atoi(optarg);
}

int main(int argc, char **argv)
{
    int width = 16, depth = 1, letter;
    while ((letter = getopt(argc, argv, "vw:d:")) != -1) {
        if (letter == 'w') width = number();
        if (letter == 'd') depth = number();
    }
    nn_module *net = nn_sequential(nn_linear(8, width));
    for (int i = 0; i < depth; i++) nn_append(net, nn_linear(width, width));
    nn_call(net, nn_input(NN_F32, 4, 8));
    return 0;
}
