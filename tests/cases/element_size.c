// options: --checks=-unused-block
// Bytes that are counted by the size of a float where the elements are no floats.
#include <shapeprof/nn.h>
#include <stdint.h>
#include <stdlib.h>

static void tensors(nn_tensor *half, nn_tensor *full)
{
    void *direct = malloc((size_t)nn_numel(half) * 4);              // expect SP810: f16
    int64_t n = nn_numel(half);
    void *held = malloc((size_t)n * sizeof(float));                 // expect SP810: an element has 2
    void *right = malloc((size_t)nn_nbytes(half));
    float *converted = malloc((size_t)n * sizeof(float));
    void *floats = malloc((size_t)nn_numel(full) * sizeof(float));
    free(converted), free(direct), free(held), free(right), free(floats);
}

static void memory(size_t n)
{
    double *wide = malloc(n * sizeof(float));                       // expect SP810: sizeof(float), while an element has 8
    double *cast = (double *)malloc(n * 4);                         // expect SP810: by 4, while an element has 8
    uint16_t *half = calloc(n, sizeof(float));                      // expect SP810: an element has 2
    float *right = malloc(n * 4);
    unsigned char *bytes = malloc(n * sizeof(float));
    double *four = malloc(n * 4 * sizeof(double));
    int64_t *own = malloc(n * sizeof *own);
    free(wide), free(cast), free(half), free(right), free(bytes), free(four), free(own);
}

int main(int argc, char **argv)
{
    (void)argv;
    tensors(nn_input(NN_F16, 4, 8), nn_input(NN_F32, 4, 8));
    memory((size_t)argc);
    return 0;
}
