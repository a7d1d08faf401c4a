// A file that --argv names and that is not there: the program ends as it would when it is run, and
// this is said, with what it ended with.
// options: --argv 'files/nowhere.txt'
#include <shapeprof/nn.h>
#include <stdio.h>

nn_module *other(void)
{
    return nn_linear(4, 4);
}

int main(int argc, char **argv)
{
    int width;
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL; // expect SP426: files/nowhere.txt, which --argv names, is no file
    if (!file) {
        fprintf(stderr, "cannot open %s\n", argv[1]);
        return 3; // expect SP427: the program ends here with status 3 before it reaches a model
    }
    if (fscanf(file, "%d", &width) != 1) return 1;
    nn_call(nn_linear(width, 8), nn_input(NN_F32, 4, 8));
    return 0;
}
