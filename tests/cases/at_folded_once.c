// The closed forms of a loop that is folded hold from a number of rounds on. Of fewer rounds there
// are the figures of a run, where one was made.
// options: --at n_layer=0,1,3 --set n_embd=64 --dtype f32
// says: the figures hold from n_layer = 2 on, and no run with 0 was made: ask with --set n_layer=0
// says: 1 f32 blocks.0 256*N 552*N 552*N 19240
// says: 3 f32 blocks.0 256*N 768*N 1064*N 52520
#include <shapeprof/nn.h>

struct gpt {
    nn_module base;
    nn_module *blocks, *head;
    int n_layer;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct gpt *g = (struct gpt *)self;
    for (int i = 0; i < g->n_layer; i++) x = nn_call(nn_get(g->blocks, i), x);
    return nn_call(g->head, x);
}

nn_module *gpt(int n_layer, int n_embd)
{
    struct gpt *g = nn_new(struct gpt, forward);
    g->n_layer = n_layer;
    nn_member(g, blocks, nn_module_list());
    for (int i = 0; i < n_layer; i++) nn_append(g->blocks, nn_linear(n_embd, n_embd));
    nn_member(g, head, nn_linear(n_embd, 10));
    return &g->base;
}
