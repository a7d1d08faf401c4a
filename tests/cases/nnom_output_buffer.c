// The declared shape of an output counts for nothing.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[64], out_buf[10], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x;
    new_model(&m);
    in = Input(shape(1, 1, 64), in_buf);
    x = m.hook(Dense(12, &w, &b), in);
    x = m.hook(Output(shape(10, 1, 1), out_buf), x); // expect SP745: 12 bytes, and the buffer has 10
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
