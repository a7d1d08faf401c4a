// A program that exits where a file is absent, with no other model.
// The end of the program is the line of its exit.
// options: --argv 'files/nowhere.txt'
#include <shapeprof/nn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int width;
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL; // expect SP426: files/nowhere.txt, which --argv names, is no file
    if (!file) {
        fprintf(stderr, "cannot open %s\n", argv[1]);
        exit(argc); // expect SP427: the program ends here with status 2
    }
    if (fscanf(file, "%d", &width) != 1) return 1;
    nn_call(nn_linear(width, 8), nn_input(NN_F32, 4, 8));
    return 0;
}
