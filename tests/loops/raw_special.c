// A layer that has a number of its own does something else.
// counts: n
#include <stdlib.h>

static void scale(float *x, int n)
{
    for (int i = 0; i < n; i++) x[i] *= 2;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    float *x = calloc(4096, sizeof(float));
    for (int l = 0; l < n; l++) {
        scale(x, 64);
        if (l == 30) scale(x, 4096);
    }
    free(x);
    return 0;
}
