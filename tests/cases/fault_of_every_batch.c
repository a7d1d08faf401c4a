// A Linear for too few features refuses every batch, but would take one element of it that
// happens to be as long: the fault is what is told, not that length.
#include <shapeprof/nn.h>

struct tagger {
    nn_module base;
    nn_module *embedding, *lstm, *head;
};

static nn_tensor *tagger_forward(nn_module *self, nn_tensor *words)
{
    struct tagger *t = (struct tagger *)self;
    nn_tensor *states = nn_call(t->lstm, nn_call(t->embedding, words));
    return nn_call(t->head, nn_select(states, 1, -1)); // expect SP101: f32[N, 128], its dim 1 (128)
}

// The states of both directions are 2 * 64 features.
nn_module *last_state(void)
{
    struct tagger *t = nn_new(struct tagger, tagger_forward);
    nn_member(t, embedding, nn_embedding(1000, 32));
    nn_member(t, lstm, nn_lstm(32, 64, .batch_first = true, .bidirectional = true));
    nn_member(t, head, nn_linear(64, 10));
    return &t->base;
}

// 16 channels go into it as well.
nn_module *channels_forgotten(void)
{
    return nn_sequential(nn_conv2d(3, 16, 3, .padding = 1), nn_relu(), nn_flatten(),
                         nn_linear(7 * 7, 10)); // expect SP101: f32[N, 16*H*W]
}

nn_module *channels_forgotten_1d(void)
{
    return nn_sequential(nn_conv1d(3, 16, 3, .padding = 1), nn_relu(), nn_flatten(),
                         nn_linear(49, 10)); // expect SP101: f32[N, 16*L]
}

// One picture without a batch, whose axis is made further on: nothing is wrong here.
struct single {
    nn_module base;
    nn_module *conv, *norm, *head;
};

static nn_tensor *single_forward(nn_module *self, nn_tensor *picture)
{
    struct single *s = (struct single *)self;
    nn_tensor *batch = nn_unsqueeze(nn_call(s->conv, picture), 0);
    return nn_call(s->head, nn_f_flatten(nn_call(s->norm, batch), .start_dim = 1));
}

nn_module *single_picture(void)
{
    struct single *s = nn_new(struct single, single_forward);
    nn_member(s, conv, nn_conv2d(3, 16, 3, .padding = 1));
    nn_member(s, norm, nn_batch_norm2d(16));
    nn_member(s, head, nn_linear(16 * 7 * 7, 10));
    return &s->base;
}
