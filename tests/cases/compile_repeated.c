// Models that are compiled in each round of a loop, and plans that are made once.
#include <shapeprof/nn.h>

struct net {
    nn_module *encoder;
};

static void each_round(nn_module *model, nn_tensor *x, int n)
{
    for (int i = 0; i < n; i++) {
        nn_compiled *fast = nn_compile(model);   // expect SP806: compiled again each time
        nn_compiled_call(fast, x);
    }
}

static void of_a_member(struct net *net, nn_tensor *x)
{
    int i = 0;
    while (i++ < 3) nn_compiled_call(nn_compile(nn_get(net->encoder, 0)), x); // expect SP806: again
}

static void once(nn_module *model, nn_tensor *x, int n)
{
    nn_compiled *fast = NULL;
    for (int i = 0; i < n; i++) {
        if (!fast) fast = nn_compile(model);
        nn_compiled_call(fast, x);
    }
}

static void several(nn_module **models, nn_compiled **fast, nn_tensor *x)
{
    for (int i = 0; i < 2; i++) fast[i] = nn_compile(models[i]);
    for (int i = 0; i < 2; i++) nn_compiled_call(fast[i], x);
}

static void changing(nn_tensor *x)
{
    nn_module *list = nn_sequential(nn_linear(8, 8), nn_linear(8, 8));
    nn_module *next = nn_get(list, 0);
    for (int i = 0; i < 2; i++) {
        nn_compiled_call(nn_compile(next), x);
        next = nn_get(list, 1);
    }
    for (int i = 0; i < 2; i++) nn_compiled_call(nn_compile(nn_get(list, i)), x);
}

int main(void)
{
    nn_module *models[2] = {nn_linear(8, 8), nn_linear(8, 4)};
    nn_compiled *fast[2];
    struct net net = {nn_sequential(nn_linear(8, 16), nn_relu())};
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    each_round(models[0], x, 2);
    of_a_member(&net, x);
    once(models[0], x, 3);
    several(models, fast, x);
    changing(x);
    return 0;
}
