// How wide a layer is stands in a table.
// counts: n
#include <stdlib.h>

static const int widths[64] = {[0 ... 29] = 8, [30 ... 63] = 64};

static void scale(float *x, int n)
{
    for (int i = 0; i < n; i++) x[i] *= 2;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    float *x = calloc(4096, sizeof(float));
    for (int l = 0; l < n; l++) scale(x, widths[l]);
    free(x);
    return 0;
}
