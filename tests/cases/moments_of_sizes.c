// Which moment is the worst has conditions that nobody reads: each moment stands with its bytes.
// says: bytes if T >= 7936 and tgt.T >= 7936, while `softmax
// says: of other sizes the largest of that and:
// says: 8*N*(T + 4129*tgt.T) bytes, while `out` runs
#include <shapeprof/nn.h>

struct s2s { nn_module base; nn_module *emb, *enc, *dec, *combine, *out; };
static nn_tensor *s2s_forward(nn_module *self, nn_tensor *src, nn_tensor *tgt)
{
    struct s2s *m = (struct s2s *)self;
    struct nn_tensors e = nn_call_all(m->enc, nn_call(m->emb, src));
    struct nn_tensors d = nn_call_all(m->dec, nn_call(m->emb, tgt), e.at[1], e.at[2]);
    nn_tensor *score = nn_bmm(d.at[0], nn_transpose(e.at[0], 1, 2));
    nn_tensor *ctx = nn_bmm(nn_f_softmax(score, -1), e.at[0]);
    nn_tensor *h = nn_tanh_(nn_call(m->combine, nn_cat({ctx, d.at[0]}, .dim = 2)));
    return nn_call(m->out, h);
}
nn_module *s2s(void)
{
    struct s2s *m = nn_new(struct s2s, .forward2 = s2s_forward, .kind = "Seq2Seq");
    nn_member(m, emb, nn_embedding(8000, 256));
    nn_member(m, enc, nn_lstm(256, 256, .batch_first = true, .num_layers = 2));
    nn_member(m, dec, nn_lstm(256, 256, .batch_first = true, .num_layers = 2));
    nn_member(m, combine, nn_linear(512, 256));
    nn_member(m, out, nn_linear(256, 8000, .bias = NN_OFF));
    nn_set_parameter(m->out, "weight", nn_get_parameter(m->emb, "weight"));
    return &m->base;
}
