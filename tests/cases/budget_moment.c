// Which moment is the worst depends on the sizes: the finding names the one at the sizes that it gives.
// options: --input f32[N,T,8] --budget peak<=8MiB
#include <shapeprof/nn.h>

struct scores {
    nn_module base;
    nn_module *wide;
};

static nn_tensor *scores_forward(nn_module *self, nn_tensor *x)
{
    struct scores *m = (struct scores *)self;
    nn_tensor *h = nn_call(m->wide, x);
    nn_tensor *att = nn_matmul(h, nn_transpose(h, 1, 2)); // expect SP501: (at these sizes while `matmul (budget_moment.c:14)` runs)
    return nn_f_softmax(nn_relu_(att), -1);
}

nn_module *scores(void)
{
    struct scores *m = nn_new(struct scores, scores_forward);
    nn_member(m, wide, nn_linear(8, 512));
    return &m->base;
}
