// A kernel of 5 on 3 rows, a pool of 4 on 3, and a border that leaves nothing.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[12 * 12], out_buf[4 * 4], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x;
    new_model(&m);
    in = Input(shape(3, 3, 1), in_buf);
    x = m.hook(CONV(8, 5, 1, PADDING_VALID), in); // expect SP741: goes on with 65535
    x = m.hook(Flatten(), x);
    x = m.hook(Output(shape(4, 1, 1), out_buf), x);
    model_compile(&m, in, x);

    in = Input(shape(3, 3, 1), in_buf);
    x = m.hook(MaxPool(kernel(4, 4), stride(2, 2), PADDING_VALID), in); // expect SP741: goes on with 0
    x = m.hook(Output(shape(1, 1, 1), out_buf), x);
    model_compile(&m, in, x);

    in = Input(shape(4, 4, 1), in_buf);
    x = m.hook(Cropping(border(2, 2, 0, 0)), in); // expect SP741: 4 rows and 0 columns cut from 4 x 4 x 1
    x = m.hook(Output(shape(4, 4, 1), out_buf), x);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
