// A struct is no number: what --set can give are the unknown numbers in it.
// options: --set hp=3
// status: 2
// says: --set hp: `hp` is no number; the unknown numbers in it are `hp->n_embd`, `hp->n_out`
#include <shapeprof/nn.h>

struct hparams {
    int n_embd, n_out;
};

nn_module *head(const struct hparams *hp)
{
    return nn_sequential(nn_linear(hp->n_embd, hp->n_out));
}
