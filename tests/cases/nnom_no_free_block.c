// Nine branches that wait for each other need nine blocks.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[8 * 8], out_buf[8 * 8 * 9], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x;
    new_model(&m);
    nnom_layer_t *branch[9];
    in = Input(shape(8, 8, 1), in_buf);
    for (int i = 0; i < 9; i++)
        branch[i] = m.hook(CONV(1, 3, 1, PADDING_SAME), in); // expect SP747: all 8 memory blocks are in use
    x = m.mergex(Concat(-1), 9, branch[0], branch[1], branch[2], branch[3], branch[4], branch[5],
                 branch[6], branch[7], branch[8]);
    x = m.hook(Output(shape(8, 8, 9), out_buf), x);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
