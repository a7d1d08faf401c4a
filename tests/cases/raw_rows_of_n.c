// An array of rows of n: `sizeof *p` looks at nothing.
#include <stdlib.h>

static void twice(int n, float *o)
{
    for (int i = 0; i < n; i++) o[i] = o[i] * 2;
}

int main(void)
{
    int n = 8, m = 4;
    float(*p)[m] = calloc(n, sizeof *p), *y = calloc(n, 4);
    twice(n * m, (float *)p);
    twice(n, y);
    free(p);
    free(y);
}
