// Sizes that the program does not know: layers, blocks and conditions in closed form.
// options: -- -I ../../frontends/nnom/include
// says: network buffers: 8*((argv[1]*argv[2] + 7)/8) + max((8*argv[2] - 16)*(argv[1] - 2), 8) + 8
// says: argv[1] >= 3, so that the kernel fits
// says: argv[2] <= 65535, the largest dimension
#include <stdlib.h>
#include "nnom.h"

static int8_t out_buf[4], ws[3 * 3 * 8];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};

int main(int argc, char **argv)
{
    nnom_model_t m;
    nnom_layer_t *in, *x;
    if (argc < 3) return 1;
    const int H = atoi(argv[1]), W = atoi(argv[2]);
    new_model(&m);
    in = Input(shape(H, W, 1), malloc((size_t)H * W));
    x = m.hook(Conv2D(8, kernel(3, 3), stride(1, 1), dilation(1, 1), PADDING_VALID, &w, &b), in);
    x = m.hook(GlobalMaxPool(), x);
    x = m.hook(Dense(4, &w, &b), x);
    x = m.hook(Output(shape(4, 1, 1), out_buf), x);
    model_compile(&m, in, x);
    return 0;
}
