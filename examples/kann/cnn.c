// A residual network for small images: convolutions that keep the size, pooling between them, the
// mean over each channel. Training loops by hand, with two workers.

#include "kann.h"

#include <stdio.h>
#include <stdlib.h>

#define SIDE 32
#define CLASSES 10
#define BATCH 64

static kad_node_t *conv(kad_node_t *x, int n)
{
    return kann_layer_conv2d(x, n, 3, 3, 1, 1, KAD_PAD_SAME, KAD_PAD_SAME);
}

static kad_node_t *block(kad_node_t *x, int n)
{
    return kad_relu(kad_add(x, conv(kad_relu(conv(x, n)), n)));
}

static kann_t *network(int width)
{
    kad_node_t *t = kad_feed(4, 1, 3, SIDE, SIDE);
    t->ext_flag |= KANN_F_IN;
    t = kad_relu(conv(t, width));
    t = block(t, width);
    t = kad_max2d(t, 2, 2, 2, 2, 0, 0);
    t = kad_relu(conv(t, 2 * width));
    t = block(t, 2 * width);
    t = kad_reduce_mean(kad_reduce_mean(t, 3), 2);
    t = kann_layer_dropout(t, 0.3f);
    return kann_new(kann_layer_cost(t, CLASSES, KANN_C_CEM), 0);
}

int main(void)
{
    kann_t *net = network(16);
    int n = kann_size_var(net);
    float *x = calloc(BATCH * 3 * SIDE * SIDE, sizeof *x), *y = calloc(BATCH * CLASSES, sizeof *y);
    float *memory = calloc((size_t)n, sizeof *memory);
    kann_set_batch_size(net, BATCH);
    kann_mt(net, 2, BATCH);
    kann_feed_bind(net, KANN_F_IN, 0, &x);
    kann_feed_bind(net, KANN_F_TRUTH, 0, &y);
    kann_switch(net, 1);
    for (int step = 0; step < 100; step++) {
        float cost = kann_cost(net, 0, 1);
        kann_RMSprop(n, 0.001f, NULL, 0.9f, net->g, net->x, memory);
        printf("%d %g\n", step, cost);
    }
    kann_save("cnn.kan", net);
    kann_delete(net);
    return 0;
}
