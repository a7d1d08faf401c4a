// The count of a loop in a table of values: the closed forms of the folded report hold for each.
// options: --input 'f32[2,8]' --at n_layer=1,12 --dtype f32
// says: 1 f32 0 128 320 320 1664
// says: 12 f32 0 128 320 1728 13632
#include <shapeprof/nn.h>

extern int n_layer;

nn_module *net(void)
{
    nn_module *layers = nn_sequential(nn_linear(8, 16));
    for (int i = 0; i < n_layer; i++) nn_append(layers, nn_linear(16, 16));
    return layers;
}
