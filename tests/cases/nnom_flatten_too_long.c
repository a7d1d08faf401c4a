// 96 * 96 * 8 is 73728, of which 16 bits are 8192.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[96 * 96], out_buf[4], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x;
    new_model(&m);
    in = Input(shape(96, 96, 1), in_buf);
    x = m.hook(CONV(8, 3, 1, PADDING_SAME), in);
    x = m.hook(Flatten(), x); // expect SP742: 73728 is no 16-bit number
    x = m.hook(Dense(4, &w, &b), x);
    x = m.hook(Output(shape(4, 1, 1), out_buf), x);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
