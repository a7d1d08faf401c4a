// Calls in place on what an earlier call's gradient reads again: its result, its operand, a view.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *result(nn_module *self, nn_tensor *x)
{
    nn_tensor *r = nn_f_sigmoid(nn_call(((struct net *)self)->fc, x));
    nn_mul_(r, nn_number(2)); // expect SP815: mul overwrites what the gradient of sigmoid needs (its result)
    return nn_sum(r);
}

static nn_tensor *view(nn_module *self, nn_tensor *x)
{
    nn_tensor *h = nn_exp(nn_call(((struct net *)self)->fc, x));
    nn_zero_(nn_narrow(h, 0, 0, 1)); // expect SP815: overwrites what the gradient of exp needs (its result)
    return nn_sum(h);
}

// What nothing reads again: the operand of an addition, a result that relu tells as well in place.
static nn_tensor *harmless(nn_module *self, nn_tensor *x)
{
    nn_tensor *h = nn_relu_(nn_call(((struct net *)self)->fc, x));
    nn_tensor *sum = nn_add(h, nn_clone(h));
    nn_mul_(sum, nn_number(2));
    return nn_sum(sum);
}

static nn_module *net(nn_tensor *(*forward)(nn_module *, nn_tensor *))
{
    struct net *n = nn_new(struct net, forward);
    nn_member(n, fc, nn_linear(8, 8));
    return &n->base;
}

nn_module *of_result(void)
{
    return net(result);
}

nn_module *of_view(void)
{
    return net(view);
}

nn_module *of_nothing(void)
{
    return net(harmless);
}
