// A helper that gave NULL is refused without a word, and the branch is missing.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[8 * 8], out_buf[2], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x, *y;
    new_model(&m);
    y = NULL;
    in = Input(shape(8, 8, 1), in_buf);
    x = m.hook(Dense(2, &w, &b), in);
    m.hook(Softmax(), y); // expect SP746: the layer before is NULL
    x = m.hook(Output(shape(2, 1, 1), out_buf), x);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
