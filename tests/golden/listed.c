// A list of blocks that a loop calls one behind another, and a cell that a loop calls at each step.
#include <shapeprof/nn.h>

struct block {
    nn_module base;
    nn_module *wide, *narrow;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *b = (struct block *)self;
    return nn_add(x, nn_call(b->narrow, nn_f_gelu(nn_call(b->wide, x))));
}

static nn_module *block(void)
{
    struct block *b = nn_new(struct block, block_forward);
    nn_member(b, wide, nn_linear(16, 64));
    nn_member(b, narrow, nn_linear(64, 16));
    return &b->base;
}

struct net {
    nn_module base;
    nn_module *stem, *blocks, *head;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *n = (struct net *)self;
    x = nn_call(n->stem, x);
    for (int64_t i = 0; i < nn_n_children(n->blocks); i++) x = nn_call(nn_get(n->blocks, i), x);
    return nn_call(n->head, x);
}

nn_module *listed(void)
{
    struct net *n = nn_new(struct net, net_forward);
    nn_member(n, stem, nn_linear(8, 16));
    nn_member(n, blocks, nn_module_list());
    for (int i = 0; i < 4; i++) nn_append(n->blocks, block());
    nn_member(n, head, nn_linear(16, 2));
    return &n->base;
}

struct steps {
    nn_module base;
    nn_module *cell;
};

static nn_tensor *steps_forward(nn_module *self, nn_tensor *x)
{
    struct steps *s = (struct steps *)self;
    nn_tensor *h = nn_zeros(NN_F32, nn_size(x, 0), 16);
    for (int64_t t = 0; t < nn_size(x, 1); t++) h = nn_call(s->cell, nn_select(x, 1, t), h);
    return h;
}

nn_module *steps(void)
{
    struct steps *s = nn_new(struct steps, steps_forward);
    nn_member(s, cell, nn_gru_cell(8, 16));
    return &s->base;
}
