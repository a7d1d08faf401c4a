// Pointers in packed records lie anywhere, and keep their blocks alive there too.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) layer {
    char kind;
    float *w;
    struct layer *next;
};

struct __attribute__((packed)) pair {
    int n;
    float *a, *b;
    int m;
};

static struct layer *first;

static void fill(float *x, int n)
{
    for (int i = 0; i < n; i++) x[i] = 1;
}

int main(void)
{
    static struct pair pair;
    static char bytes[32];
    for (int i = 0; i < 3; i++) {
        struct layer *l = malloc(sizeof *l);
        *l = (struct layer){.kind = 1, .w = malloc(64 * sizeof(float)), .next = first};
        fill(l->w, 64);
        first = l;
    }
    pair.a = malloc(16 * sizeof(float));
    pair.b = malloc(16 * sizeof(float));
    fill(pair.a, 16);
    fill(pair.b, 16);
    float *hidden = malloc(16 * sizeof(float));
    fill(hidden, 16);
    memcpy(bytes + 3, &hidden, sizeof hidden);
    hidden = NULL;
    float *lost = malloc(16 * sizeof(float)); // expect SP762
    fill(lost, 16);
    lost = NULL;
    printf("%d\n", first->kind);
    return 0;
}
