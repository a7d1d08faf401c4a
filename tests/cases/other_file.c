// Helpers whose bodies are in another file: what they give is unknown, and nothing else.
// options: --dtype f32
// status: 0
// says: unknown [1]
// says: [1] the result of tail, which has no body here
// says: >= 64*N bytes
// says: parameters     >= 144, >= 576 bytes
// says: flops          >= 272*N
// says: leaf  op             output         bytes: f32
// says: head  unknown
// says: the result of mixed, which has no body here
// says: fc    Linear(64, 3)
#include <shapeprof/nn.h>

nn_module *tail(void);
struct block *block_new(int width);
nn_tensor *mixed(nn_tensor *x);
void weights_init(nn_module *module);

nn_module *of_two(void)
{
    return nn_sequential(nn_linear(8, 16), tail()); // expect SP412: name the file that defines it as well
}

struct block {
    nn_module base;
    nn_module *inner;
};

struct net {
    nn_module base;
    nn_module *fc;
    struct block *head;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    if (net->head) x = nn_call(&net->head->base, x);
    x = nn_call(net->head->inner, x);
    return nn_call(net->fc, mixed(x)); // expect SP412: mixed
}

nn_module *of_blocks(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, fc, nn_linear(64, 3));
    net->head = block_new(32); // expect SP412: block_new
    nn_child(&net->base, "head", &net->head->base);
    return &net->base;
}

nn_module *of_initialised(void)
{
    nn_module *net = nn_sequential(nn_linear(8, 4));
    weights_init(net); // expect SP412: weights_init
    return net;
}
