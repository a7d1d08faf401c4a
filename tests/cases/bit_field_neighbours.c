// A size that is stored into a bit-field is that size when it is read, and its neighbours keep what
// they hold. says: assumed: h fits in a bit-field of 12 bits says: Linear(h, 7) says: Linear(2*w +
// 1, 9) says: Linear(30, w) says: Linear(3, m)
#include <shapeprof/nn.h>

struct config {
    unsigned in : 12, out : 12;
};

struct kept {
    unsigned char mark;
    unsigned kind : 3, width : 13;
    int depth : 10;
};

nn_module *of_two(int h)
{
    struct config c = {.in = h, .out = 7};
    return nn_linear(c.in, c.out);
}

nn_module *of_three(int w)
{
    struct kept k = {.mark = 9, .kind = 5}, copy;
    k.width = 2 * w + 1;
    k.depth = 30;
    copy = k;
    copy.kind = 2;
    nn_module *m = nn_sequential(nn_linear(copy.width, copy.mark), nn_linear(k.mark, copy.depth));
    k.depth = w;
    return nn_append(m, nn_linear(copy.depth, k.depth)), m;
}

nn_module *of_unset(int m)
{
    struct config c;
    c.out = m;
    c.in = 3;
    return nn_linear(c.in, c.out);
}
