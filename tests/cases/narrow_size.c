// Sizes that are products of ints, and from where on they overflow before they are 64 bits wide.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int B, T, C;
    if (scanf("%d %d %d", &B, &T, &C) != 3 || B < 1 || T < 1 || C < 1) return 1;
    float *logits = malloc(B * T * 50304 * sizeof(float));           // expect SP811: from B*T = 42,691 on
    float *scores = malloc(sizeof(float) * (T * T));                 // expect SP811: from T = 46,341 on
    size_t acts = B * T * C;                                         // expect SP811: from 2,147,483,648 on
    float *right = malloc((size_t)B * T * 50304 * sizeof(float));
    float *small = malloc(T * 64 * sizeof(float));
    float *one = malloc(C * sizeof(float));
    if (!logits || !scores || !right || !small || !one) return 1;
    for (int i = 0; i < 4; i++) logits[i] = scores[i] = right[i] = small[i] = one[i] = (float)acts;
    free(logits), free(scores), free(right), free(small), free(one);
    return 0;
}
