// Figures of a loop that is folded hold from a number of rounds on; fewer are asked for by --set.
// options: --at n_layer=1,3
// says: the figures hold from n_layer = 2 on: ask with --set n_layer=1
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
