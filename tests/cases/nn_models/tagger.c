#include <shapeprof/nn.h>

struct tagger {
    nn_module base;
    nn_module *embedding, *lstm, *head;
};

static nn_tensor *tagger_forward(nn_module *self, nn_tensor *ids)
{
    struct tagger *t = (struct tagger *)self;
    struct nn_tensors out = nn_call_all(t->lstm, nn_call(t->embedding, ids));
    return nn_call(t->head, out.at[0]);
}

nn_tensor *tagger(void);

nn_tensor *tagger(void)
{
    struct tagger *t = nn_new(struct tagger, tagger_forward);
    nn_member(t, embedding, nn_embedding(1000, 64, .padding_idx = nn_at(0)));
    nn_member(t, lstm,
              nn_lstm(64, 32, .num_layers = 2, .batch_first = true, .bidirectional = true,
                      .dropout = 0.25));
    nn_member(t, head, nn_linear(64, 17));
    return nn_call(&t->base, nn_input(NN_I64, 8, 20));
}
