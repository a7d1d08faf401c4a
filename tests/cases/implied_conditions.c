// A condition that others imply is not said beside them: of five layers that each need more than one value of a channel
// the last, and a table's end once, however it is asked for.
// says: input x: f32[N, 3, H, W] with N*((H - 1)/(s^5) + 1)*((W - 1)/(s^5) + 1) >= 2 for BatchNorm2d `9`
// says: assumed: T <= config->n_positions: otherwise the program ends
// says: input ids: i64[N, T] leaf
#include <shapeprof/nn.h>
#include <stdlib.h>

nn_module *stages(int s)
{
    nn_module *m = nn_sequential();
    for (int i = 0; i < 5; i++) {
        nn_append(m, nn_conv2d(3, 3, 3, .stride = s, .padding = 1));
        nn_append(m, nn_batch_norm2d(3));
    }
    return m;
}

struct config {
    int n_positions, n_words, width;
};

struct embedding {
    nn_module base;
    nn_module *words;
    nn_tensor *positions;
    struct config *config;
};

static nn_tensor *forward(nn_module *self, nn_tensor *ids)
{
    struct embedding *e = (struct embedding *)self;
    int64_t length = nn_size(ids, 1);
    nn_tensor *positions = nn_slice(e->positions, 0, nn_at(0), .end = length);
    nn_tensor *x = nn_add(nn_call(e->words, ids), positions);
    if (length > e->config->n_positions) abort();
    return x;
}

nn_module *embedding(struct config *config)
{
    struct embedding *e = nn_new(struct embedding, forward);
    e->config = config;
    nn_member(e, words, nn_embedding(config->n_words, config->width));
    e->positions = nn_parameter(&e->base, "positions", NN_F32, config->n_positions, config->width);
    return &e->base;
}
