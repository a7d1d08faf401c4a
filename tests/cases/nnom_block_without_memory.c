// The pool works in a block of 0 bytes, and the library stops there.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[8 * 8], out_buf[4 * 4], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x;
    new_model(&m);
    in = Input(shape(8, 8, 1), in_buf);
    x = m.hook(MaxPool(kernel(2, 2), stride(2, 2), PADDING_VALID), in); // expect SP744: block 1 with 0 bytes
    x = m.hook(Output(shape(4, 4, 1), out_buf), x);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
