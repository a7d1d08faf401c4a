// Two branches of different strides: the library ignores that they do not fit.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[16 * 16 * 4], out_buf[8], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x, *y;
    new_model(&m);
    in = Input(shape(16, 16, 4), in_buf);
    y = m.hook(CONV(8, 3, 1, PADDING_SAME), in);
    x = m.hook(CONV(8, 3, 2, PADDING_SAME), in);
    x = m.merge(Concat(-1), y, x); // expect SP740: 16 x 16 x 8 and 8 x 8 x 8 differ in dimension 0
    x = m.hook(GlobalAvgPool(), x);
    x = m.hook(Output(shape(8, 1, 1), out_buf), x);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
