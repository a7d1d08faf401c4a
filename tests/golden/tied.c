// A tensor of two modules counts once in the block that has both. A model that is made beside the
// one that is called, and only asked for a weight, adds nothing.
#include <shapeprof/nn.h>

struct lm {
    nn_module base;
    nn_module *emb, *head;
};

static nn_tensor *lm_forward(nn_module *self, nn_tensor *x)
{
    struct lm *m = (struct lm *)self;
    return nn_call(m->head, nn_call(m->emb, x));
}

static nn_module *lm(void)
{
    struct lm *m = nn_new(struct lm, lm_forward);
    nn_member(m, emb, nn_embedding(100, 8));
    nn_member(m, head, nn_linear(8, 100, .bias = NN_OFF));
    nn_set_parameter(m->head, "weight", nn_get_parameter(m->emb, "weight"));
    return &m->base;
}

nn_module *tied(void)
{
    return nn_sequential(lm(), nn_softmax(-1));
}

int main(void)
{
    nn_module *called = tied(), *beside = tied();
    nn_call(called, nn_zeros(NN_I64, 2));
    return nn_n_parameters(beside) != 800;
}
