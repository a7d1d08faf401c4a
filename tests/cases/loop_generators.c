// Weights that are filled by a generator of their own: the loops are not run to their end when they
// have been run before, and the generator has come to the same number nevertheless.
// options: --input 'f32[1,8]'
// says: f32[1, 1145]
// says: f32[1, 2534]
// says: f32[1, 399]
// says: f32[1, 2973]
#include <shapeprof/nn.h>
#include <stdint.h>
#include <stdlib.h>

#define N_FILLED 3000

static void fill(float *values, int n, unsigned *seed)
{
    unsigned state = *seed;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        values[i] = (float)(state >> 8) / 16777216.0f - 0.5f;
    }
    *seed = state;
}

static void fill_wide(float *values, int n, uint64_t *seed)
{
    uint64_t state = *seed;
    for (int i = 0; i < n; i++) {
        values[i] = (float)(state >> 40);
        state = 1442695040888963407u + 6364136223846793005u * state;
    }
    *seed = state;
}

static void fill_masked(float *values, int n, unsigned *seed)
{
    unsigned state = *seed;
    for (int i = 0; i < n; i++) {
        values[i] = (float)state;
        state = (state * 1103515245 + 12345) & 0x7fffffff;
    }
    *seed = state;
}

// Not a line in what it was: each round has to be run.
static void fill_squared(float *values, int n, unsigned *seed)
{
    unsigned state = *seed;
    for (int i = 0; i < n; i++) {
        values[i] = (float)state;
        state = state * state + 12345u;
    }
    *seed = state;
}

nn_module *net(void)
{
    float *values = malloc(N_FILLED * sizeof *values);
    unsigned plain = 1, masked = 3, squared = 5;
    uint64_t wide = 2;
    for (int k = 0; k < 9; k++) {
        fill(values, N_FILLED, &plain);
        fill_wide(values, N_FILLED - k, &wide);
        fill_masked(values, N_FILLED + -k, &masked);
        fill_squared(values, N_FILLED - k, &squared);
    }
    free(values);
    return nn_sequential(nn_linear(8, plain % 4000), nn_linear(plain % 4000, (int)(wide % 4000)),
                         nn_linear((int)(wide % 4000), masked % 4000),
                         nn_linear(masked % 4000, squared % 4000));
}
