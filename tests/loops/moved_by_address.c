// A function moves the pointer on whose address it gets: the sizes are others in each round.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct stage {
    int width;
};

static const struct stage stages[64] = {
    {8}, {8}, {8}, {8}, {8},  {8},  {8},  {8},  {8},  {8},  {8},  {8},  {8},
    {8}, {8}, {8}, {8}, {8},  {8},  {8},  {8},  {8},  {8},  {8},  {8},  {8},
    {8}, {8}, {8}, {8}, {64}, {64}, {64}, {64}, {64}, {64}, {64}, {64}, {64},
};

struct block {
    nn_module base;
    nn_module *wide, *back;
    int width;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct block *block = (struct block *)self;
    return nn_call(block->back, nn_call(block->wide, x));
}

static void move_on(const struct stage **at)
{
    ++*at;
}

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    const struct stage *stage = stages;
    for (int i = 0; i < n; i++) {
        struct block *block = nn_new(struct block, forward);
        block->width = stage->width;
        nn_member(block, wide, nn_linear(8, block->width));
        nn_member(block, back, nn_linear(block->width, 8));
        nn_append(net, &block->base);
        move_on(&stage);
    }
    return net;
}
