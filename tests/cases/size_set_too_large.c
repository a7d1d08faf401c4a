// A size that no input can have is told of the inputs that the model takes, not of inputs of
// another rank that get further by accident.
// options: --set T=600
// says: assumed: x: i64[N, 600]
#include <shapeprof/nn.h>

#define MAX_POSITIONS 512
#define N_LAYERS 8

struct embedding {
    nn_module base;
    nn_module *word, *place, *kind, *layer[N_LAYERS];
    nn_tensor *ids;
};

static struct nn_tensors forward(nn_module *self, struct nn_tensors in)
{
    struct embedding *e = (struct embedding *)self;
    nn_tensor *places = nn_slice(e->ids, 1, 0, nn_size(in.at[0], 1));
    nn_tensor *x = nn_add(nn_call(e->word, in.at[0]), nn_call(e->kind, in.at[1]));
    x = nn_add(x, nn_call(e->place, places)); // expect SP102: needs T <= 512; T = 600
    for (int i = 0; i < N_LAYERS; i++) x = nn_call(e->layer[i], x);
    return nn_results(x);
}

nn_module *embedding(void)
{
    struct embedding *e = nn_new(struct embedding, .forward_all = forward);
    nn_member(e, word, nn_embedding(1000, 16));
    nn_member(e, place, nn_embedding(MAX_POSITIONS, 16));
    nn_member(e, kind, nn_embedding(2, 16));
    for (int i = 0; i < N_LAYERS; i++) nn_item(e, layer, i, nn_linear(16, 16));
    e->ids = nn_buffer(&e->base, "ids", NN_I64, {1, MAX_POSITIONS});
    return &e->base;
}
