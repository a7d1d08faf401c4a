// Two buffers that change places as often as an argument says: both are freed, and no round is left out.
#include <stdlib.h>

static void relu(float *o, const float *x, int n)
{
    for (int i = 0; i < n; i++) o[i] = x[i] > 0 ? x[i] : 0;
}

int main(int argc, char **argv)
{
    int n_layers = atoi(argv[1]);
    float *x = calloc(64, 4), *y = calloc(64, 4);
    for (int l = 0; l < n_layers; l++) {
        relu(y, x, 64);
        float *t = x;
        x = y;
        y = t;
    }
    free(x);
    free(y);
    return 0;
}
