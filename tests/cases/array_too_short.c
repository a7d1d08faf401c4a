// Arrays that loops of T rounds index: T is at most what they have room for, if each round comes by.
// options: --input f32[4,T,8]
// says: array_too_short.c:collected assumed: T >= 1, and every later round of its loops is like the second, as it is with 1, 2, 3, 4, 5, 7, 12, 21 input x: f32[4, T, 8] with T <= 64 for `out` of 64 elements (array_too_short.c:22)
// says: array_too_short.c:counted_apart assumed: T >= 1, and every later round of its loops is like the second, as it is with 1, 2, 3, 4, 5, 7, 12, 21 input x: f32[4, T, 8] with T <= 64 for `out` of 64 elements (array_too_short.c:29)
// says: input x: f32[4, T, 8] with T <= 63 for `out` of 64 elements (array_too_short.c:37)
// says: input x: f32[4, T, 8] with T <= 64 for `out` of 64 elements (array_too_short.c:46)
// says: input x: f32[4, T, 8] with T <= 100 for `out` of 100 elements (array_too_short.c:54)
// says: input x: f32[4, T, 8] with T <= 64 for `out` of 64 elements (array_too_short.c:60)
// says: input x: f32[4, T, 8] with T <= 32 for `net->gates` of 32 elements (array_too_short.c:72)
// says: array_too_short.c:large_enough assumed: T >= 1, and every later round of its loops is like the second, as it is with 1, 2, 3, 4, 5, 7, 12, 21 input x: f32[4, T, 8] leaf
// says: array_too_short.c:guarded input x: f32[4, T, 8] leaf
// says: array_too_short.c:left_early input x: f32[4, T, 8] leaf
#include <shapeprof/nn.h>
#include <stdlib.h>

#define MAX_STEPS 64

nn_tensor *collected(nn_tensor *x)
{
    nn_tensor *out[MAX_STEPS];
    int steps = nn_size(x, 1);
    for (int t = 0; t < steps; t++) out[t] = nn_select(x, 1, t);
    return nn_stack(.list = out, .n_list = steps, .dim = 1);
}
nn_tensor *counted_apart(nn_tensor *x)
{
    nn_tensor *out[MAX_STEPS];
    int n = 0;
    for (int t = 0; t < nn_size(x, 1); t++) out[n++] = nn_select(x, 1, t);
    return nn_stack(.list = out, .n_list = n, .dim = 1);
}
nn_tensor *one_more(nn_tensor *x)
{
    nn_tensor *out[MAX_STEPS];
    int steps = nn_size(x, 1);
    out[0] = nn_select(x, 1, 0);
    for (int t = 0; t < steps; t++) out[t + 1] = nn_f_relu(out[t]);
    return out[steps];
}
nn_tensor *each_second(nn_tensor *x)
{
    nn_tensor *out[MAX_STEPS];
    int steps = nn_size(x, 1), t = 0;
    while (t < steps) { // expect SP410
        nn_tensor *here = nn_select(x, 1, t);
        out[t] = here;
        t += 2;
    }
    return out[0];
}
nn_tensor *allocated(nn_tensor *x)
{
    nn_tensor **out = malloc(100 * sizeof *out);
    for (int t = 0; t < nn_size(x, 1); t++) out[t] = nn_select(x, 1, t);
    return out[0];
}
nn_tensor *backwards(nn_tensor *x)
{
    nn_tensor *out[MAX_STEPS], *last = NULL;
    for (int t = (int)nn_size(x, 1) - 1; t >= 0; t--) last = out[t] = nn_select(x, 1, t);
    return last;
}
struct net {
    nn_module base;
    nn_tensor *gates[32];
    nn_module *head;
};
static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    int steps = nn_size(x, 1);
    for (int t = 0; t < steps; t++) net->gates[t] = nn_f_sigmoid(nn_select(x, 1, t));
    return nn_call(net->head, net->gates[0]);
}
nn_module *of_a_member(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, head, nn_linear(8, 2));
    return &net->base;
}
nn_tensor *large_enough(nn_tensor *x)
{
    nn_tensor **out = malloc(nn_size(x, 1) * sizeof *out);
    for (int t = 0; t < nn_size(x, 1); t++) out[t] = nn_select(x, 1, t);
    return out[0];
}
nn_tensor *guarded(nn_tensor *x)
{
    nn_tensor *out[MAX_STEPS];
    for (int t = 0; t < nn_size(x, 1); t++) { // expect SP410
        nn_tensor *y = nn_select(x, 1, t);
        if (t < MAX_STEPS) out[t] = y;
    }
    return out[0];
}
nn_tensor *left_early(nn_tensor *x)
{
    nn_tensor *out[MAX_STEPS];
    for (int t = 0; t < nn_size(x, 1); t++) { // expect SP410
        if (t == MAX_STEPS) break;
        out[t] = nn_select(x, 1, t);
    }
    return out[0];
}
