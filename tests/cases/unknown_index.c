// An element whose index is not known may be any of its array: what is written to one of them may
// have been written to it, and what is written to it leaves the other members of all as they are.
// status: 1
// options: --input f32[4,8]
#include <shapeprof/nn.h>

struct layer {
    int in, out;
};
extern int il, jl;

nn_module *another_was_written(void)
{
    int width[4] = {8, 8, 8, 8};
    width[il] = 16;
    width[1] = 32;
    return nn_sequential(nn_linear(8, width[1]), nn_linear(width[il], 4));
}

nn_module *the_same(void)
{
    struct layer table[4] = {{8, 8}, {8, 8}, {8, 8}, {8, 8}};
    table[il].out = 16;
    return nn_sequential(nn_linear(table[il].in, table[il].out), nn_linear(8, 4)); // expect SP101: input is f32[4, 16], its dim 1 (16) must equal dim 1 (8) of weight f32[4, 8]
}

nn_module *other_members(void)
{
    struct layer table[4] = {{8, 8}, {8, 8}, {8, 8}, {8, 8}};
    table[il].out = 16;
    return nn_linear(table[jl].in + 1, table[0].out); // expect SP101: input is f32[4, 8], its dim 1 (8) must equal dim 1 (9) of weight
}

nn_module *through_a_pointer(void)
{
    int width[4] = {8, 8, 8, 8}, *next = width + 1;
    width[il] = 16;
    return nn_sequential(nn_linear(8, next[il - 1]), nn_linear(8, 4)); // expect SP101: input is f32[4, 16], its dim 1 (16) must equal dim 1 (8) of weight f32[4, 8]
}
