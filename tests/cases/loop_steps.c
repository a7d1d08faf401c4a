// What something steps by is no closed form, though a few small counts look like one: quotients,
// remainders, bits, minima, conditions and tables of the count, or of what the loop left behind;
// loops that small counts do not begin, or end after one round.
// options: --input f32[1,8]
// says: total          >= 32 bytes
// says: parameters     >= 72, >= 288 bytes
#include <shapeprof/nn.h>

extern int n;

static const int widths[64] = {[0 ... 29] = 8, [30 ... 63] = 16};

static nn_module *layer(void)
{
    return nn_linear(8, 8);
}

nn_module *steps_of_30(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i += 30) // expect SP410: how often this loop runs is not known
        nn_append(net, layer());
    return net;
}

nn_module *one_for_each_40(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n / 40; i++) // expect SP410: how often this loop runs is not known
        nn_append(net, layer());
    return net;
}

nn_module *thirty_at_most(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < (n < 30 ? n : 30); i++) // expect SP410: how often this loop runs is not
        nn_append(net, layer());
    return net;
}

nn_module *all_but_50(void)
{
    nn_module *net = nn_sequential();
    for (int i = 50; i < n; i++) // expect SP410: how often this loop runs is not known
        nn_append(net, layer());
    return net;
}

nn_module *wider_from_30_on(void)
{
    nn_module *net = nn_sequential();
    int width = 8 + (n > 30) * 8;
    for (int i = 0; i < n; i++) { // expect SP410: 1 round was // expect SP410: 31 rounds were
        nn_append(net, nn_linear(8, width));
        nn_append(net, nn_linear(width, 8));
    }
    return net;
}

nn_module *as_a_table_says(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) // expect SP410: how often this loop runs is not known
        nn_append(net, layer());
    nn_append(net, nn_linear(8, widths[n]));
    return net;
}

nn_module *behind_a_sum(void)
{
    nn_module *net = nn_sequential();
    int sum = 0;
    for (int i = 0; i < n; i++) { // expect SP410: how often this loop runs is not known
        nn_append(net, layer());
        sum += 8;
    }
    if (sum > 300) nn_append(net, nn_linear(8, 5000));
    return net;
}

// As many rounds more as there are more of the symbol: a closed form.
nn_module *twice_as_many(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i <= 2 * n; i += 2) nn_append(net, layer());
    return net;
}
