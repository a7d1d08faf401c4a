// A residual sum whose shortcut has fewer channels.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[10 * 10 * 8], out_buf[10 * 10 * 12], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x, *y;
    new_model(&m);
    in = Input(shape(10, 10, 8), in_buf);
    y = m.active(act_relu(), m.hook(CONV(12, 3, 1, PADDING_SAME), in));
    x = m.merge(Add(0), y, in); // expect SP740: 10 x 10 x 12 and 10 x 10 x 8 differ
    x = m.hook(Output(shape(10, 10, 12), out_buf), x);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
