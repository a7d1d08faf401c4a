// The kernel itself asks which layer it is in, and one is as wide as the number of the layer.
// counts: n
#include <stdlib.h>

static void scale(float *x, int n, int layer)
{
    if (layer > 30)
        for (int i = 0; i < 16 * n; i++) x[i] *= 2;
    for (int i = 0; i < n; i++) x[i] += 1;
}

static void fade(float *x, int layer)
{
    for (int i = 0; i < layer && i < 24; i++) x[i] *= 2;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    float *x = calloc(4096, sizeof(float));
    for (int l = 0; l < n; l++) {
        scale(x, 64, l);
        fade(x, l + 1);
    }
    free(x);
    return 0;
}
