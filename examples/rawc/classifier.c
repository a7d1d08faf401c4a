// A text classifier on a library without sources. shapeprof knows by contracts what its functions
// do with memory:
//
//     shapeprof --contracts examples/rawc/tinyblas_contracts.h examples/rawc/classifier.c
#include "tinyblas.h"
#include <stdlib.h>

#define TOKENS 32
#define VOCAB 5000
#define WIDTH 64
#define CLASSES 10

int main(void)
{
    int *ids = calloc(TOKENS, sizeof *ids);
    float *table = calloc(VOCAB * WIDTH, sizeof *table);
    float *weight = calloc(CLASSES * WIDTH, sizeof *weight);
    float *hidden = malloc(TOKENS * WIDTH * sizeof *hidden);
    float *scores = malloc(TOKENS * CLASSES * sizeof *scores);
    tb_embed(hidden, ids, table, TOKENS, WIDTH);
    tb_linear(scores, hidden, weight, NULL, TOKENS, WIDTH, CLASSES);
    tb_softmax(scores, TOKENS, CLASSES);
    free(ids), free(table), free(weight), free(hidden), free(scores);
    return 0;
}
