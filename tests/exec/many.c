// More operands than a call keeps track of one by one.
#include <shapeprof/nn.h>

nn_tensor *many(nn_tensor *x)
{
    nn_module *layer = nn_linear(8, 8);
    nn_tensor *h[20];
    for (int i = 0; i < 20; i++) h[i] = nn_mul(nn_call(layer, x), nn_number(i));
    nn_tensor *y = nn_cat({h[0],  h[1],  h[2],  h[3],  h[4],  h[5],  h[6],  h[7],  h[8],  h[9],
                           h[10], h[11], h[12], h[13], h[14], h[15], h[16], h[17], h[18], h[19]},
                          .dim = 1);
    return nn_call(nn_linear(160, 2), y);
}
