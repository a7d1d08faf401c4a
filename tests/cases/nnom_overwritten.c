// A ReLU layer works in place on what the shortcut reads later.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[8 * 8 * 4], out_buf[8 * 8 * 4], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x, *y;
    new_model(&m);
    in = Input(shape(8, 8, 4), in_buf);
    y = m.hook(CONV(4, 3, 1, PADDING_SAME), in);
    x = m.hook(ReLU(), y); // expect SP748: layer 5, Add, reads afterwards
    x = m.hook(CONV(4, 3, 1, PADDING_SAME), x);
    x = m.merge(Add(0), x, y);
    x = m.hook(Output(shape(8, 8, 4), out_buf), x);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
