// The usual shape of a program: sizes from a file, blocks made in a loop from a pointer to them.
// options: --dtype f32
// says: assumed: c.n_layer >= 2, and every later round of its loops is like the second
// says: input: f32[4, c.width]
// says: parameters     c.width*(8*c.n_layer*c.width + 5*c.n_layer + 1)
#include <shapeprof/nn.h>

#include <stdio.h>

struct config {
    int n_layer, width;
};

static nn_module *block(const struct config *c)
{
    return nn_sequential(nn_linear(c->width, 4 * c->width), nn_gelu(),
                         nn_linear(4 * c->width, c->width));
}

int main(int argc, char **argv)
{
    struct config c;
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file || fscanf(file, "%d %d", &c.n_layer, &c.width) != 2) return 1;
    nn_module *net = nn_sequential();
    for (int i = 0; i < c.n_layer; i++) nn_append(net, block(&c));
    nn_append(net, nn_linear(c.width, 1, .bias = NN_OFF));
    nn_tensor *y = nn_call(net, nn_input(NN_F32, 4, c.width));
    return nn_size(y, 1) != 1;
}
