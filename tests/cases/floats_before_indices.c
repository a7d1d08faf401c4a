// Integers are no way round two slips in float layers: the first layer would refuse them, and
// nothing after it would be wrong. Where the program looks words up, they are what it takes.
// says: x: f32[N, 64]: the smallest input that gets furthest
// says: x: f32[N, C, 16]: the smallest input that gets furthest
// says: x: i64[N]: the smallest input that gets furthest
#include <shapeprof/nn.h>

struct heads {
    nn_module base;
    nn_module *aux, *aux2, *head;
    nn_tensor *pos;
};

static nn_tensor *heads_forward(nn_module *self, nn_tensor *x)
{
    struct heads *m = (struct heads *)self;
    nn_tensor *aux = nn_call(m->aux2, nn_call(m->aux, x)); // expect SP101: dim 1 (128) must equal dim 1 (120)
    nn_tensor *sum = nn_add(x, m->pos); // expect SP102: dim 1 (64) must equal dim 0 (48)
    return nn_add(aux, nn_call(m->head, sum));
}

nn_module *heads(void)
{
    struct heads *m = nn_new(struct heads, heads_forward);
    nn_member(m, aux, nn_linear(64, 128));
    nn_member(m, aux2, nn_linear(120, 10));
    nn_member(m, head, nn_linear(48, 2));
    m->pos = nn_parameter(&m->base, "pos", NN_F32, {48});
    return &m->base;
}

struct moved {
    nn_module base;
    nn_module *a, *bad;
};

static nn_tensor *moved_forward(nn_module *self, nn_tensor *x)
{
    struct moved *m = (struct moved *)self;
    nn_tensor *y = nn_call(m->bad, nn_call(m->a, nn_f_flatten(x, 0, 1))); // expect SP101: (32) must equal dim 1 (33)
    (void)y;
    return nn_add(nn_zeros(NN_F32, 3, 7), nn_narrow(x, 1, 0, 3)); // expect SP102: (7) must equal dim 2 (16)
}

nn_module *moved(void)
{
    struct moved *m = nn_new(struct moved, moved_forward);
    nn_member(m, a, nn_linear(16, 32));
    nn_member(m, bad, nn_linear(33, 7));
    return &m->base;
}

struct words {
    nn_module base;
    nn_module *emb, *bad;
};

static nn_tensor *words_forward(nn_module *self, nn_tensor *x)
{
    struct words *m = (struct words *)self;
    return nn_call(m->bad, nn_call(m->emb, x)); // expect SP101: dim 1 (16) must equal dim 1 (17)
}

nn_module *words(void)
{
    struct words *m = nn_new(struct words, words_forward);
    nn_member(m, emb, nn_embedding(100, 16));
    nn_member(m, bad, nn_linear(17, 7));
    return &m->base;
}
