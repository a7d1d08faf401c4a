// The maximum of a difference without a sign and 0 is the difference.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[4], out_buf[8 * 8], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x;
    new_model(&m);
    in = Input(shape(4, 1, 1), in_buf);
    x = m.hook(Conv2DTrans(1, kernel(1, 1), stride(2, 1), dilation(1, 1), PADDING_VALID, &w, &b), in); // expect SP741: 7 instead of 8
    x = m.hook(Output(shape(7, 1, 1), out_buf), x);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
