// What a later round does is anyone's choice where its numbers come out of a table or out of what
// a function keeps, are cut off, wrap, or are made by a library: no closed form, lower bounds only.
// options: --input f32[1,8]
// says: peak leaf      `0`: >= 32 bytes
// says: parameters     >= 72, >= 288 bytes
#include <shapeprof/nn.h>
#include <stdlib.h>

extern int n;

struct stage {
    int width;
};
static struct stage stages[64] = {[0 ... 29] = {.width = 8}, [30 ... 63] = {.width = 16}};

nn_module *member_of_a_table(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) // expect SP410: how often this loop runs is not known
        nn_append(net, nn_linear(8, stages[i].width));
    return net;
}

nn_module *through_a_pointer(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) { // expect SP410: how often this loop runs is not known
        const struct stage *stage = &stages[i];
        nn_append(net, nn_linear(8, stage->width));
    }
    return net;
}

nn_module *along_an_array(void)
{
    nn_module *net = nn_sequential();
    const struct stage *stage = stages;
    for (int i = 0; i < n; i++) // expect SP410: how often this loop runs is not known
        nn_append(net, nn_linear(8, (stage++)->width));
    return net;
}

static int kept(void)
{
    static int calls;
    return 8 + calls++ / 25;
}

nn_module *what_a_function_keeps(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) // expect SP410: how often this loop runs is not known
        nn_append(net, nn_linear(8, kept()));
    return net;
}

nn_module *cut_off(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) // expect SP410: how often this loop runs is not known
        nn_append(net, nn_linear(8, (int)(8 + i * 0.04)));
    return net;
}

nn_module *wraps(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) // expect SP410: how often this loop runs is not known
        nn_append(net, nn_linear(8, 8 + (unsigned char)(i * 8)));
    return net;
}

nn_module *made_by_a_library(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) // expect SP410: how often this loop runs is not known
        nn_append(net, nn_linear(8, abs(i - 30) - 22));
    return net;
}

nn_module *told_by_a_library(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) // expect SP410: how often this loop runs is not known
        nn_append(net, nn_linear(8, 8 + (int)nn_n_children(net) / 25));
    return net;
}

// Sums and products of what changes are closed forms all the same.
nn_module *made_of_others(void)
{
    nn_module *net = nn_sequential();
    int width = 8;
    for (int i = 0; i < n; i++) {
        int next = width + 4;
        nn_append(net, nn_linear(width, next));
        width = next;
    }
    return net;
}
