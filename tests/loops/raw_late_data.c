// What rounds compute decides which kernels later rounds call.
// counts: n
#include <stdlib.h>

static void scale(float *x, int n)
{
    for (int i = 0; i < n; i++) x[i] += 1;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    float *x = calloc(4096, sizeof(float));
    for (int l = 0; l < n; l++) {
        scale(x, 64);
        float first = x[0];
        if (first > 25) scale(x, 4096);
        if (x[1] > 25) scale(x, 2048);
    }
    free(x);
    return 0;
}
