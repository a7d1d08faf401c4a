// Nothing copies the result out.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[8 * 8], out_buf[2], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x;
    new_model(&m);
    in = Input(shape(8, 8, 1), in_buf);
    x = m.hook(Dense(2, &w, &b), in);
    x = m.hook(Softmax(), x);
    out_buf[0] = 0;
    model_compile(&m, in, x); // expect SP752: the last layer is Softmax
    return 0;
}
