// Functions get a pointer to the sizes in each round, and only read them.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct sizes {
    int width, n_hidden, hidden[2];
    const char *kind;
};

static int hidden_width(struct sizes *sizes, int i)
{
    return sizes && sizes->n_hidden > i ? sizes->hidden[i] : sizes->width;
}

static nn_module *block(const struct sizes *sizes)
{
    struct sizes own = *sizes;
    nn_module *block = nn_sequential(nn_linear(own.width, hidden_width(&own, 0)), nn_relu());
    nn_append(block, nn_linear(hidden_width(&own, 0), sizes->width));
    return block;
}

nn_module *net(void)
{
    struct sizes sizes = {8, 1, {32}, "block"};
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, block(&sizes));
    nn_append(net, nn_linear(sizes.width, sizes.hidden[0]));
    return net;
}
