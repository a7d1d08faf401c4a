// What programs do with memory, and nothing is wrong with it: growth, swapping, views, one block
// for several fields, an arena that is measured first, structs by value, static and local arrays.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 16

typedef struct {
    float *w, *b, *all;
} layer;

static float table[N][N];

static void mix(float *out, const float *in, const float *w, int n)
{
    float row[N];
    for (int i = 0; i < n; i++) {
        row[i] = 0;
        for (int j = 0; j < n; j++) row[i] += w[i * n + j] * in[j];
    }
    for (int i = 0; i < n; i++) out[i] = tanhf(row[i]);
}

static layer layer_new(int n)
{
    layer l;
    l.all = calloc(n * n + n, sizeof(float));
    l.w = l.all;
    l.b = l.all + n * n;
    return l;
}

static char *take(char *base, size_t *used, size_t bytes)
{
    char *at = base ? base + *used : NULL;
    *used += (bytes + 15) / 16 * 16;
    return at;
}

int main(void)
{
    layer layers[2] = {layer_new(N), layer_new(N)};
    float *cur = calloc(N, sizeof(float)), *next = calloc(N, sizeof(float));
    for (int i = 0; i < 2; i++) {
        mix(next, cur, layers[i].w, N);
        for (int k = 0; k < N; k++) next[k] += layers[i].b[k];
        float *swap = cur;
        cur = next, next = swap;
    }
    size_t used = 0;
    take(NULL, &used, N * sizeof(float)), take(NULL, &used, N * N * sizeof(float));
    char *base = malloc(used);
    used = 0;
    float *a = (float *)take(base, &used, N * sizeof(float));
    float *b = (float *)take(base, &used, N * N * sizeof(float));
    memset(b, 0, N * N * sizeof(float));
    mix(a, cur, b, N);
    int room = 2, n = 0;
    float *history = malloc(room * sizeof *history);
    for (int i = 0; i < 5; i++) {
        if (n == room) history = realloc(history, (room *= 2) * sizeof *history);
        history[n++] = a[i];
    }
    float line[N];
    memcpy(line, a, sizeof line);
    mix(line, cur, &table[0][0], N);
    printf("%f %f\n", line[0], history[0]);
    for (int i = 0; i < 2; i++) free(layers[i].all);
    free(cur);
    free(next);
    free(base);
    free(history);
    return 0;
}
