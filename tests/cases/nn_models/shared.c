#include <shapeprof/nn.h>

// One ReLU under several calls, and one that two names share; a tied weight.
struct shared {
    nn_module base;
    nn_module *embedding, *relu, *fc1, *again, *head;
};

static nn_tensor *shared_forward(nn_module *self, nn_tensor *ids)
{
    struct shared *s = (struct shared *)self;
    nn_tensor *x = nn_call(s->relu, nn_call(s->embedding, ids));
    x = nn_call(s->relu, nn_call(s->fc1, x));
    return nn_call(s->head, nn_call(s->again, x));
}

nn_tensor *shared(void);

nn_tensor *shared(void)
{
    struct shared *s = nn_new(struct shared, shared_forward);
    nn_member(s, embedding, nn_embedding(100, 16));
    nn_member(s, relu, nn_relu());
    nn_member(s, fc1, nn_linear(16, 16));
    nn_member(s, again, s->relu);
    nn_member(s, head, nn_linear(16, 100, .bias = NN_OFF));
    nn_set_parameter(s->head, "weight", nn_get_parameter(s->embedding, "weight"));
    return nn_call(&s->base, nn_input(NN_I64, 4, 12));
}
