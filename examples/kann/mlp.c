// A classifier of rows of numbers, trained by KANN's own trainer. Options choose its width, depth,
// dropout and batch:
//
//     mlp [-i inputs] [-c classes] [-w width] [-l layers] [-d dropout] [-b batch]

#include "kann.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SAMPLES 500

struct options {
    int inputs, classes, width, layers, batch;
    float dropout;
};

static kann_t *classifier(const struct options *o)
{
    kad_node_t *t = kann_layer_input(o->inputs);
    for (int i = 0; i < o->layers; i++) {
        t = kad_relu(kann_layer_dense(t, o->width));
        if (o->dropout > 0) t = kann_layer_dropout(t, o->dropout);
    }
    return kann_new(kann_layer_cost(t, o->classes, KANN_C_CEM), 0);
}

static float **rows(int n_columns, int one_hot)
{
    float **x = malloc(SAMPLES * sizeof *x);
    for (int i = 0; i < SAMPLES; i++) {
        x[i] = calloc((size_t)n_columns, sizeof **x);
        if (one_hot) x[i][i % n_columns] = 1;
    }
    return x;
}

int main(int argc, char **argv)
{
    struct options o = {.inputs = 20, .classes = 4, .width = 64, .layers = 2, .batch = 50};
    for (int c; (c = getopt(argc, argv, "i:c:w:l:d:b:")) != -1;) {
        switch (c) {
        case 'i': o.inputs = atoi(optarg); break;
        case 'c': o.classes = atoi(optarg); break;
        case 'w': o.width = atoi(optarg); break;
        case 'l': o.layers = atoi(optarg); break;
        case 'd': o.dropout = (float)atof(optarg); break;
        case 'b': o.batch = atoi(optarg); break;
        default: return 2;
        }
    }
    kann_t *net = classifier(&o);
    float **x = rows(o.inputs, 0), **y = rows(o.classes, 1);
    printf("%d nodes, %d parameters\n", net->n, kann_size_var(net));
    kann_train_fnn1(net, 0.001f, o.batch, 20, 5, 0.2f, SAMPLES, x, y);
    kann_delete(net);
    return 0;
}
