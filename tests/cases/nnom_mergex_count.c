// mergex reads as many layers as it is told.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[8 * 8], out_buf[8 * 8 * 2], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x, *y;
    new_model(&m);
    in = Input(shape(8, 8, 1), in_buf);
    x = m.hook(CONV(1, 3, 1, PADDING_SAME), in);
    y = m.hook(CONV(1, 3, 1, PADDING_SAME), in);
    x = m.mergex(Concat(-1), 3, x, y); // expect SP750: 3 layers are announced and 2 are given
    x = m.hook(Output(shape(8, 8, 2), out_buf), x);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
