// Blocks of attention over n_layer of a struct.
// options: --input f32[2,6,32]
// counts: hparams.n_layer
#include <shapeprof/nn.h>

#define MAX_LAYERS 16
struct hparams {
    int n_layer;
};
extern struct hparams hparams;

struct block {
    nn_module base;
    nn_module *norm, *attention, *up, *down;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *b = (struct block *)self;
    nn_tensor *y = nn_call(b->norm, x);
    x = nn_add(x, nn_call(b->attention, y, y, y));
    return nn_add(x, nn_call(b->down, nn_f_gelu(nn_call(b->up, x))));
}

static nn_module *block(void)
{
    struct block *b = nn_new(struct block, block_forward);
    nn_member(b, norm, nn_layer_norm({32}));
    nn_member(b, attention, nn_multihead_attention(32, 4, .batch_first = true));
    nn_member(b, up, nn_linear(32, 128));
    nn_member(b, down, nn_linear(128, 32));
    return &b->base;
}

struct model {
    nn_module base;
    nn_module *blocks[MAX_LAYERS], *head;
};

static nn_tensor *model_forward(nn_module *self, nn_tensor *x)
{
    struct model *m = (struct model *)self;
    for (int il = 0; il < hparams.n_layer; il++) x = nn_call(m->blocks[il], x);
    return nn_call(m->head, x);
}

nn_module *model(void)
{
    struct model *m = nn_new(struct model, model_forward);
    for (int il = 0; il < hparams.n_layer; il++) nn_item(m, blocks, il, block());
    nn_member(m, head, nn_linear(32, 100));
    return &m->base;
}
