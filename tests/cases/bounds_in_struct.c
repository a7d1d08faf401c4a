// An index past the end of an array inside a struct reads the next member: gcc -fsanitize=bounds
// stops there. What ends a struct behind a pointer may go on in its memory.
// options: --input f32[4,8]
#include <shapeprof/nn.h>
#include <stdlib.h>

struct config {
    int width[4], heads;
    int table[2][3];
};
static struct config config = {{8, 16, 32, 64}, 2, {{8, 8, 8}, {8, 8, 8}}};

struct rest {
    int n, widths[1];
};

static int sum(const int *from, const int *to)
{
    int all = 0;
    while (from < to) all += *from++;
    return all;
}

nn_module *past_the_end(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < 4; i++)
        nn_append(net, nn_linear(config.width[i], config.width[i + 1])); // expect SP402: element 4 of `config.width` is used, which has 4: 0 to 3
    return net;
}

nn_module *before(void)
{
    int last = 0;
    return nn_linear(8, config.table[1][last - 1]); // expect SP402: element -1 of `config.table[1]` is used, which has 3: 0 to 2
}

nn_module *allowed(void)
{
    struct rest *rest = malloc(sizeof *rest + 3 * sizeof rest->widths[0]);
    rest->widths[2] = sum(&config.width[0], &config.width[4]);
    return nn_linear(8, rest->widths[2]);
}
