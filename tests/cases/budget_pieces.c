// Which output is the largest changes with the symbol: the one that passes the limit first is
// blamed, and the limit holds as long as all of them keep it.
// options: --input 'f32[1,N,4]' --budget peak_leaf<=1MiB --dtype f32
// says: broken, 4*N^2 bytes; it holds while N <= 512
#include <shapeprof/nn.h>

struct scores {
    nn_module base;
    nn_module *up, *softmax;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct scores *net = (struct scores *)self;
    nn_tensor *wide = nn_call(net->up, x);
    return nn_call(net->softmax, nn_matmul(wide, nn_transpose(wide, 1, 2)));
}

nn_module *scores(void)
{
    struct scores *net = nn_new(struct scores, forward);
    nn_member(net, up, nn_linear(4, 256));
    nn_member(net, softmax, nn_softmax(2)); // expect SP501: leaf `softmax` has 4*N^2 bytes; it holds while N <= 512; N=513 gives 1052676 against 1048576
    return &net->base;
}
