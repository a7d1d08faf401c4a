// A module of one's own begins with its nn_module: said once, where nn_new is told of the struct.
#include <shapeprof/nn.h>

struct late {
    nn_module *fc;
    nn_module base;
};

static nn_tensor *late_forward(nn_module *self, nn_tensor *x)
{
    return nn_call(((struct late *)self)->fc, x);
}

nn_module *late(void)
{
    struct late *m = nn_new(struct late, late_forward); // expect SP324: the nn_module of struct late lies at byte 8
    nn_member(m, fc, nn_linear(8, 8));
    return &m->base;
}

struct bare {
    nn_tensor *(*act)(nn_tensor *);
};

static nn_tensor *bare_forward(nn_module *self, nn_tensor *x)
{
    (void)self;
    return nn_f_relu(x);
}

nn_module *bare(void)
{
    return (nn_module *)nn_new(struct bare, bare_forward); // expect SP324: struct bare does not begin with an nn_module
}

struct inner {
    nn_module base;
    int depth;
};

struct outer { // begins with one that begins with one
    struct inner inner;
    nn_module *fc;
};

static nn_tensor *outer_forward(nn_module *self, nn_tensor *x)
{
    return nn_call(((struct outer *)self)->fc, x);
}

nn_module *outer(void)
{
    struct outer *m = nn_new(struct outer, outer_forward);
    m->fc = nn_child(&m->inner.base, "fc", nn_linear(8, 8));
    return &m->inner.base;
}
