// Is there a person in the picture? A residual network for a camera of 96 x 96 pixels, by hand.

#include <stdint.h>
#include "nnom.h"

#define SIDE 96

static int8_t picture[SIDE * SIDE], answer[2];
static int8_t weights[3 * 3 * 32 * 32]; // loaded elsewhere
static const nnom_weight_t w = {weights, 7};
static const nnom_bias_t b = {weights, 0};

static nnom_layer_t *conv(nnom_model_t *m, nnom_layer_t *x, uint32_t filters, size_t k, size_t s)
{
    return m->hook(
        Conv2D(filters, kernel(k, k), stride(s, s), dilation(1, 1), PADDING_SAME, &w, &b), x);
}

// Two convolutions, and what came in added to what comes out.
static nnom_layer_t *block(nnom_model_t *m, nnom_layer_t *x, uint32_t filters, size_t s)
{
    nnom_layer_t *y = m->active(act_relu(), conv(m, x, filters, 3, s));
    y = conv(m, y, filters, 3, 1);
    if (s != 1) x = conv(m, x, filters, 1, s);
    return m->active(act_relu(), m->merge(Add(0), y, x));
}

int main(void)
{
    static const struct {
        uint32_t filters;
        size_t stride;
    } plan[] = {{8, 1}, {16, 2}, {32, 2}};
    static nnom_model_t model;
    nnom_layer_t *in, *x;

    new_model(&model);
    in = Input(shape(SIDE, SIDE, 1), picture);
    x = model.active(act_relu(), conv(&model, in, 8, 3, 2));
    for (size_t i = 0; i < sizeof plan / sizeof *plan; i++)
        x = block(&model, x, plan[i].filters, plan[i].stride);
    x = model.hook(GlobalAvgPool(), x);
    x = model.hook(Dense(2, &w, &b), x);
    x = model.hook(Softmax(), x);
    x = model.hook(Output(shape(2, 1, 1), answer), x);
    if (model_compile(&model, in, x) != NN_SUCCESS) return 1;
    model_run(&model);
    return 0;
}
