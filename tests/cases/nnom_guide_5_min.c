// The network of NNoM's five-minute guide, hooked as its report tells: 40,572 bytes of blocks with
// CMSIS-NN, whose convolutions and average pools work in memory.
// options: --target arm-none-eabi -- -I ../../frontends/nnom/include -DNNOM_USING_CMSIS_NN
// says: network buffers: 40572 bytes
// says: block 3: 9408 bytes
// says: block 4: 2352 bytes
// says: block 5: 588 bytes
#include "nnom.h"

static int8_t in_buf[28 * 28], out_buf[10], ws[1176 * 96];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV Conv2D(12, kernel(3, 3), stride(1, 1), dilation(1, 1), PADDING_SAME, &w, &b)
#define MAXPOOL MaxPool(kernel(2, 2), stride(2, 2), PADDING_SAME)
#define AVGPOOL AvgPool(kernel(2, 2), stride(2, 2), PADDING_SAME)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x, *high, *low, *high2, *low2, *low3, *up, *skip;
    new_model(&m);
    in = Input(shape(28, 28, 1), in_buf);
    x = m.active(act_relu(), m.hook(CONV, in));
    low = m.hook(MAXPOOL, x);
    up = m.hook(UpSample(kernel(2, 2)), low);
    low = m.hook(CONV, low);
    high = m.hook(CONV, x);
    high = m.merge(Add(0), high, up);
    high = m.hook(MAXPOOL, high);
    high2 = m.hook(CONV, high);
    skip = m.hook(AVGPOOL, high);
    low2 = m.hook(AVGPOOL, x);
    low2 = m.merge(Add(0), low, low2);
    low2 = m.hook(MAXPOOL, low2);
    up = m.hook(UpSample(kernel(2, 2)), low2);
    high2 = m.merge(Add(0), up, high2);
    high2 = m.hook(MAXPOOL, high2);
    low3 = m.hook(CONV, low2);
    low3 = m.merge(Add(0), low3, skip);
    x = m.merge(Concat(-1), high2, low3);
    x = m.active(act_relu(), m.hook(Dense(96, &w, &b), x));
    x = m.hook(Dense(10, &w, &b), x);
    x = m.hook(Softmax(), x);
    x = m.hook(Output(shape(10, 1, 1), out_buf), x);
    model_compile(&m, in, x);
    return 0;
}
