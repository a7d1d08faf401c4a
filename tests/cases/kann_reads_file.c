// A text of unknown length is read piece by piece, and its alphabet decides a size: the loops that
// do so, and those that train for hours, are no reason to warn or to give up.
// options: --argv 'text.bin'
// says: after kann_set_batch_size: 2097712 bytes

#include "kann.h" // expect SP612: the nearest folder

#include <stdlib.h>
#include <string.h>

static unsigned char *read_all(const char *name, int *length)
{
    unsigned char *text = NULL, piece[4096];
    int n, capacity = 0;
    FILE *file = fopen(name, "rb"); // expect SP426: no file that can be read
    *length = 0;
    if (!file) file = stdin;
    while ((n = (int)fread(piece, 1, sizeof piece, file)) > 0) { // expect SP410: 1 round was followed
        if (*length + n > capacity) text = realloc(text, capacity += 4096);
        memcpy(&text[*length], piece, n);
        *length += n;
    }
    fclose(file);
    return realloc(text, *length);
}

int main(int argc, char **argv)
{
    int length, letters = 0, used[256] = {0};
    if (argc < 2) return 1;
    unsigned char *text = read_all(argv[1], &length);
    for (int i = 0; i < length; i++) used[text[i]] = 1; // expect SP410: 1 round was followed
    for (int i = 0; i < 256; i++) letters += used[i];
    kad_node_t *t = kann_layer_gru(kann_layer_input(64), 32, 0);
    kann_t *net = kann_new(kann_layer_cost(t, 64, KANN_C_CEM), 0);
    kann_t *unrolled = kann_unroll(net, 5);
    kann_set_batch_size(unrolled, 64);
    for (int i = 0; i < unrolled->n; i++)
        if (unrolled->v[i]->pre && unrolled->v[i]->n_child)
            memset(unrolled->v[i]->x, 0, kad_len(unrolled->v[i]) * sizeof(float));
    for (int epoch = 0; epoch < 50; epoch++)
        for (int step = 0; step < 1000; step++) {
            float x[64];
            for (int b = 0; b < 64; b++)
                for (int k = 0; k < 64; k++) x[k] = (float)(b + k) / (float)letters;
            kann_cost(unrolled, 0, 1);
            kann_grad_clip(10.0f, kann_size_var(unrolled), unrolled->g);
        }
    return 0;
}
