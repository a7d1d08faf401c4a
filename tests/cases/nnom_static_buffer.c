// A request must leave a byte of the buffer.
// options: -- -I ../../frontends/nnom/include -DNNOM_USING_STATIC_MEMORY
#include "nnom.h"

static int8_t in_buf[8], out_buf[8], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x;
    new_model(&m);
    static char memory[472];
    nnom_set_static_buf(memory, sizeof memory); // expect SP754: 472 bytes and 696 are asked for
    in = Input(shape(1, 1, 8), in_buf);
    x = m.hook(Output(shape(8, 1, 1), out_buf), in);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
