// A head that is tied to the table behind a loop of unknown length: its sizes are as unknown there
// as what the loop may have written, and that is no mismatch.
// status: 0
// says: parameters     c.n_embd*(c.n_embd*c.n_layer + c.n_layer + c.vocab_size),
#include <shapeprof/nn.h>

struct config {
    int vocab_size, n_layer, n_embd;
};

struct language_model {
    nn_module base;
    nn_module *wte, *blocks, *head;
};

static nn_tensor *language_model_forward(nn_module *self, nn_tensor *words)
{
    struct language_model *m = (struct language_model *)self;
    nn_tensor *x = nn_call(m->wte, words);
    for (int i = 0; i < nn_n_children(m->blocks); i++) x = nn_call(nn_get(m->blocks, i), x);
    return nn_call(m->head, x);
}

static nn_module *block(const struct config *c)
{
    return nn_linear(c->n_embd, c->n_embd);
}

nn_module *language_model(struct config c)
{
    struct language_model *m = nn_new(struct language_model, language_model_forward);
    nn_member(m, wte, nn_embedding(c.vocab_size, c.n_embd));
    nn_member(m, blocks, nn_module_list());
    for (int i = 0; i < c.n_layer; i++) nn_append(m->blocks, block(&c));
    nn_member(m, head, nn_linear(c.n_embd, c.vocab_size, .bias = NN_OFF));
    nn_set_parameter(m->head, "weight", nn_get_parameter(m->wte, "weight"));
    return &m->base;
}
