// No header has the function, so its result is taken for an int.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static nnom_status_t twice_run(nnom_layer_t *layer)
{
    (void)layer;
    return NN_SUCCESS;
}

static const nnom_lambda_config_t twice = {.super = {.name = "twice"}, .run_func_name = twice_run};

static int8_t in_buf[8], out_buf[8], ws[64 * 64];
static nnom_weight_t w = {ws, 7};
static nnom_bias_t b = {ws, 0};
#define CONV(n, k, s, pad) Conv2D(n, kernel(k, k), stride(s, s), dilation(1, 1), pad, &w, &b)

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x;
    new_model(&m);
    in = Input(shape(1, 1, 8), in_buf);
    x = m.hook((nnom_layer_t *)(intptr_t)lambda_s(&twice), in); // expect SP749: no header of NNoM declares it
    x = m.hook(Output(shape(8, 1, 1), out_buf), x);
    model_compile(&m, in, x);
    model_run(&m);
    return 0;
}
