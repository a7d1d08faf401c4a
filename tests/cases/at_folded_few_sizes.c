// A row of so few rounds that a run of its own has its figures has numbers for every size that was
// given, as the rows of the closed forms have.
// options: --at N=3 --at w=5 --at depth=1,2 --dtype f32
// says: 3 5 1 f32 fc 60 120 120 120
// says: 3 5 2 f32 fc 60 180 180 120
#include <shapeprof/nn.h>

struct stack {
    nn_module base;
    nn_module *fc;
    int depth;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct stack *s = (struct stack *)self;
    for (int i = 0; i < s->depth; i++) x = nn_call(s->fc, x);
    return x;
}

nn_module *stack(int depth, int w)
{
    struct stack *s = nn_new(struct stack, forward);
    s->depth = depth;
    nn_member(s, fc, nn_linear(w, w));
    return &s->base;
}
