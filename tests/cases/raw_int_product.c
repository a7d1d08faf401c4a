// A product of int sizes leaves its type before it meets sizeof, and no memory comes of it.
#include <stdlib.h>

static void clear(float *p, long n)
{
    for (long i = 0; i < n; i++) p[i] = 0;
}

int main(void)
{
    int B = 8, T = 8192, V = 50304;
    float *logits = malloc(B * T * V * sizeof(float)); // expect SP420 // expect SP417
    clear(logits, 10);
    free(logits);
    return 0;
}
