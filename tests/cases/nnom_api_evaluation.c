// The keyword network of NNoM's page on evaluation: 31,296 bytes of blocks with CMSIS-NN.
// options: --target arm-none-eabi -- -I ../../frontends/nnom/include -DNNOM_USING_CMSIS_NN
// says: network buffers: 31296 bytes
// says: block 0: 3456 bytes
// says: block 1: 8640 bytes
// says: block 2: 19200 bytes
#include "nnom.h"

static int8_t in_buf[62 * 12], out_buf[11], ws[3 * 3 * 64 * 96];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, pad) Conv2D(n, kernel(k, k), stride(1, 1), dilation(1, 1), pad, &w, &b)

int main(void)
{
    static const uint32_t filters[] = {32, 64, 96};
    nnom_model_t m;
    nnom_layer_t *in, *x;
    new_model(&m);
    in = x = Input(shape(62, 12, 1), in_buf);
    for (int i = 0; i < 3; i++) {
        x = m.active(act_relu(), m.hook(CONV(filters[i], 3, PADDING_VALID), x));
        x = m.hook(MaxPool(kernel(2, 2), stride(2, 1), PADDING_VALID), x);
    }
    x = m.hook(CONV(11, 3, PADDING_SAME), x);
    x = m.hook(GlobalSumPool(), x);
    x = m.hook(Softmax(), x);
    x = m.hook(Output(shape(11, 1, 1), out_buf), x);
    model_compile(&m, in, x);
    return 0;
}
