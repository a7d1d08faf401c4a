// A language model of letters: an LSTM that is unrolled for training and fed letter by letter for
// writing.
//
//     charlm [steps] [cells] [batch]

#include "kann.h"

#include <stdio.h>
#include <stdlib.h>

#define LETTERS 64

static kann_t *model(int n_cells)
{
    kad_node_t *t = kann_layer_input(LETTERS), *truth;
    t = kann_layer_lstm(t, n_cells, KANN_RNN_NORM);
    t = kann_layer_dropout(t, 0.2f);
    t = kad_softmax(kann_layer_dense(t, LETTERS));
    t->ext_flag |= KANN_F_OUT;
    truth = kad_feed(2, 1, LETTERS);
    truth->ext_flag |= KANN_F_TRUTH;
    t = kad_ce_multi(t, truth);
    t->ext_flag |= KANN_F_COST;
    return kann_new(t, 0);
}

int main(int argc, char **argv)
{
    int n_steps = argc > 1 ? atoi(argv[1]) : 20, n_cells = argc > 2 ? atoi(argv[2]) : 48;
    int batch = argc > 3 ? atoi(argv[3]) : 16;
    kann_t *net = model(n_cells), *unrolled = kann_unroll(net, n_steps);
    float **x = malloc((size_t)n_steps * sizeof *x), **y = malloc((size_t)n_steps * sizeof *y);
    for (int i = 0; i < n_steps; i++) {
        x[i] = calloc((size_t)(batch * LETTERS), sizeof **x);
        y[i] = calloc((size_t)(batch * LETTERS), sizeof **y);
    }
    kann_set_batch_size(unrolled, batch);
    kann_feed_bind(unrolled, KANN_F_IN, 0, x);
    kann_feed_bind(unrolled, KANN_F_TRUTH, 0, y);
    printf("%d nodes for %d steps: %g\n", unrolled->n, n_steps, kann_cost(unrolled, 0, 1));
    kann_delete_unrolled(unrolled);
    kann_rnn_start(net);
    kann_apply1(net, x[0]);
    kann_rnn_end(net);
    kann_delete(net);
    return 0;
}
