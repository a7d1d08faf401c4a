// A module that is NULL: which expression is, and what would have set it.
// says: set it where the module is made: nn_member(self, bn, ...)
// says: set it where the module is made: nn_item(self, layers, i, ...)
// says: n->layers[3] is NULL in the `net` that is made here; its children are conv, blocks and layers
// says: nn_get gave NULL last here: `blocks` has no child -3: it has 2, from 0 to 1
// says: the child of blocks at an index is nn_get(module, index)
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *conv, *bn, *blocks, *head;
    nn_module *layers[4];
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *n = (struct net *)self;
    x = nn_call(n->conv, x);
    x = nn_call(n->bn, x);                                       // expect SP324: the module `n->bn` is NULL
    x = nn_call(nn_get(n->blocks, 5), x);                        // expect SP324: `nn_get(n->blocks, 5)` is NULL: `blocks` has no child 5: it has 2, from 0 to 1
    nn_module *last = nn_get(n->blocks, -3);
    x = nn_call(last, x);                                        // expect SP324: the module `last` is NULL
    for (int i = 0; i < 4; i++) x = nn_call(n->layers[i], x);    // expect SP324: the module `n->layers[i]` is NULL
    nn_append(n->head, nn_relu());                               // expect SP324: the module `n->head` is NULL
    nn_module *tail = nn_sequential(nn_relu(), n->head);         // expect SP320: module 1 (`n->head`) is NULL
    for (int i = 0; i < 2; i++) x = nn_call(nn_child(n->blocks, i), x); // expect SP322: a number is given as its name
    return nn_call(tail, x);
}

nn_module *net(void)
{
    struct net *n = nn_new(struct net, forward);
    nn_member(n, conv, nn_conv2d(3, 8, 3));
    nn_member(n, blocks, nn_module_list(nn_relu(), nn_relu()));
    for (int i = 0; i < 3; i++) nn_item(n, layers, i, nn_relu());
    return &n->base;
}
