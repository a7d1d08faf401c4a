// Numbers, lists of results and tensors where something else is wanted: the compiler's error names
// types, the finding says what to write.
// status: 1
// options: --input 'f32[4,8]'
#include <math.h>
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
    double scale;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *n = (struct net *)self;
    x = nn_call(n->fc, x);
    x = nn_div(x, n->scale); // expect SP331: a number stands where a tensor is wanted (double): write nn_number(...)
    x = nn_mul(x, sqrtf(8)); // expect SP331: a number stands where a tensor is wanted (float): write nn_number(...)
    return nn_add(x, 1.0);   // expect SP331: write nn_number(...)
}

nn_module *net(void)
{
    struct net *n = nn_new(struct net, forward);
    n->scale = 8;
    nn_member(n, fc, nn_linear(8, 8));
    return &n->base;
}

nn_tensor *lists(nn_tensor *x)
{
    nn_tensor *parts = nn_split(x, 4);       // expect SP331: several tensors (struct nn_tensors) stand where one is wanted: .at[0] is the first
    nn_call(nn_linear(8, 8), nn_split(x, 4)); // expect SP331: .at[0] is the first
    return nn_f_relu(x);
}

nn_tensor *operators(nn_tensor *x)
{
    nn_tensor *y = x * 2;     // expect SP331: C has no operators for tensors: write nn_mul(a, b)
    nn_tensor *z = x + x;     // expect SP331: C has no operators for tensors: write nn_add(a, b)
    int64_t n = x->shape[0];  // expect SP331: a tensor has no members: nn_size(x, axis) is a size of it
    nn_tensor *row = x[0];    // expect SP331: C cannot index tensors: nn_select(x, .dim = 0, .index = i)
    nn_tensor *more = x + 1;  // expect SP331: nn_add(a, b)
    nn_tensor w = nn_f_relu(x); // expect SP331: a tensor is held by its pointer
    return x - y;             // expect SP331: nn_sub(a, b)
}

struct nn_tensors several(nn_tensor *x)
{
    return nn_f_relu(x); // expect SP331: one tensor stands where several (struct nn_tensors) are wanted: nn_results(a, b)
}
