// Part-of-speech tags with a bidirectional LSTM. The LSTM gives three tensors:
// a hook that expects one would fail here.
#include <shapeprof/nn.h>

enum { N_WORDS = 1000, N_TAGS = 17, EMBEDDING = 64, HIDDEN = 128 };

struct tagger {
    nn_module base;
    nn_module *emb, *drop, *lstm, *fc;
};

static nn_tensor *tagger_forward(nn_module *self, nn_tensor *words)
{
    struct tagger *tagger = (struct tagger *)self;
    nn_tensor *x = nn_call(tagger->drop, nn_call(tagger->emb, words));
    struct nn_tensors out = nn_call_all(tagger->lstm, x);
    return nn_call(tagger->fc, out.at[0]);
}

nn_module *lstm_tagger(void)
{
    struct tagger *tagger = nn_new(struct tagger, tagger_forward, .kind = "LSTMTagger");
    nn_member(tagger, emb, nn_embedding(N_WORDS, EMBEDDING));
    nn_member(tagger, drop, nn_dropout(.p = 0.1));
    nn_member(tagger, lstm,
              nn_lstm(EMBEDDING, HIDDEN, .num_layers = 2, .batch_first = true, .dropout = 0.2,
                      .bidirectional = true));
    nn_member(tagger, fc, nn_linear(2 * HIDDEN, N_TAGS));
    return &tagger->base;
}
