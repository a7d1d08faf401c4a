// Each position looks at all before it.
// counts: n
#include <stdlib.h>

static void scores(float *att, const float *q, const float *keys, int pos, int dim)
{
    for (int t = 0; t <= pos; t++) {
        float s = 0;
        for (int i = 0; i < dim; i++) s += q[i] * keys[t * dim + i];
        att[t] = s;
    }
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), dim = 32;
    float *q = calloc(dim, sizeof(float)), *keys = calloc(n * dim, sizeof(float));
    float *att = calloc(n, sizeof(float));
    for (int pos = 0; pos < n; pos++) scores(att, q, keys, pos, dim);
    free(q), free(keys), free(att);
    return 0;
}
