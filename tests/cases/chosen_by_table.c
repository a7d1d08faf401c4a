// Which function or module of a table is meant decides what is built: each element is a model of
// its own, by the index, and members of its record go with it.
// options: --input f32[4,8] --dtype f32
// status: 0
// says: chosen_by_table.c:constructor, if i == 0
// says: chosen_by_table.c:constructor, if i == 1
// says: Linear(8, 16)   f32[4, 16]
// says: chosen_by_table.c:of_a_record, if i == 2
// says: Linear(8, 256)  f32[4, 256]
// says: chosen_by_table.c:copied, if 2*i == 2
// says: chosen_by_table.c:copied_by_memcpy, if i == 1
// says: chosen_by_table.c:made_before, if i == 1
// says: chosen_by_table.c:with_a_hole, if kind == 1
// says: chosen_by_table.c:of_two_numbers, if i == 1 && j == 0
// says: chosen_by_table.c:of_a_range, if i <= 2 && i != 0 && i != 1
#include <shapeprof/nn.h>
#include <string.h>

typedef nn_module *(*constructor_of)(int, int);
struct kind {
    const char *name;
    int width;
    constructor_of make;
};

static nn_module *plain(int a, int b)
{
    return nn_linear(a, b);
}

static nn_module *deep(int a, int b)
{
    return nn_sequential(nn_linear(a, b), nn_relu(), nn_linear(b, b));
}

static const struct kind kinds[] = {{"small", 16, plain}, {"deep", 64, deep}, {"wide", 256, plain}};

nn_module *constructor(int i)
{
    constructor_of makers[] = {plain, deep};
    return makers[i](8, 16);
}

nn_module *of_a_record(int i)
{
    const struct kind *kind = &kinds[i];
    int width = kind->width;
    return nn_sequential(nn_linear(8, 8), kind->make(8, width), nn_linear(width, 2));
}

nn_module *copied(int i)
{
    struct kind kind = kinds[2 * i];
    return nn_sequential(nn_linear(8, 8), kind.make(8, kind.width));
}

nn_module *copied_by_memcpy(int i)
{
    struct kind kind;
    memcpy(&kind, &kinds[i], sizeof kind);
    return nn_sequential(nn_linear(8, 8), kind.make(8, kind.width));
}

nn_module *made_before(int i)
{
    nn_module *activations[] = {nn_relu(), nn_gelu(), nn_tanh()};
    return nn_sequential(nn_linear(8, 8), activations[i]);
}

nn_module *with_a_hole(int kind)
{
    static const constructor_of makers[] = {NULL, plain};
    return makers[kind] ? makers[kind](8, 8) : nn_tanh();
}

nn_module *of_two_numbers(int i, int j)
{
    static const constructor_of makers[2][2] = {{plain, deep}, {deep, plain}};
    return nn_sequential(nn_linear(8, 8 + i), makers[i][j](8 + i, 8 + j));
}

nn_module *of_a_range(int i)
{
    if (i < 0 || i > 2) return NULL;
    return kinds[i].make(8, kinds[i].width);
}
