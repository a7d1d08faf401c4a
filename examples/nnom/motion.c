// Which movement is it? A GRU over 64 samples of six axes; before it a layer of our own that takes
// every second sample.

#include <stdint.h>
#include <string.h>
#include "nnom.h"

#define SAMPLES 64
#define AXES 6
#define UNITS 16

static int8_t samples[SAMPLES * AXES], movement[5];
static int8_t weights[UNITS * 3 * UNITS]; // loaded elsewhere
static nnom_qformat_param_t scale[] = {7}, offset[] = {0};
static nnom_shape_data_t weight_dim[] = {AXES, 3 * UNITS}, again_dim[] = {UNITS, 3 * UNITS},
                         bias_dim[] = {2, 3 * UNITS};
static nnom_tensor_t gru_weights = {weights, weight_dim, scale, offset, NNOM_QTYPE_PER_TENSOR,
                                    2,       8},
                     gru_again = {weights, again_dim, scale, offset, NNOM_QTYPE_PER_TENSOR, 2, 8},
                     gru_bias = {weights, bias_dim, scale, offset, NNOM_QTYPE_PER_TENSOR, 2, 8};
static const nnom_gru_cell_config_t cell = {.super = {.name = "gru_cell"},
                                            .weights = &gru_weights,
                                            .recurrent_weights = &gru_again,
                                            .bias = &gru_bias,
                                            .q_dec_z = 5,
                                            .q_dec_h = 7,
                                            .units = UNITS};
static const nnom_rnn_config_t gru = {.super = {.name = "gru"}, .return_sequence = false};
static const nnom_weight_t w = {weights, 7};
static const nnom_bias_t b = {weights, 0};

static nnom_status_t halve_run(nnom_layer_t *layer)
{
    const int8_t *from = layer->in->tensor->p_data;
    int8_t *to = layer->out->tensor->p_data;
    size_t n = layer->in->tensor->dim[2], rows = layer->out->tensor->dim[1];
    for (size_t i = 0; i < rows; i++) memcpy(to + i * n, from + 2 * i * n, n);
    return NN_SUCCESS;
}

static nnom_status_t halve_build(nnom_layer_t *layer)
{
    nnom_tensor_t *in = layer->in->tensor = layer->in->hook.io->tensor;
    nnom_tensor_t *out = new_tensor(NNOM_QTYPE_PER_TENSOR, in->num_dim, in->dim[2]);
    tensor_cpy_attr(out, in);
    out->dim[1] = (uint16_t)(in->dim[1] / 2);
    layer->out->tensor = out;
    return NN_SUCCESS;
}

int main(void)
{
    nnom_model_t *model = new_model(NULL);
    nnom_layer_t *in, *x;

    in = Input(shape(1, SAMPLES, AXES), samples);
    x = model->hook(Lambda(halve_run, halve_build, NULL, NULL), in);
    x = model->hook(rnn_s(gru_cell_s(&cell), &gru), x);
    x = model->hook(Dense(5, &w, &b), x);
    x = model->hook(Softmax(), x);
    x = model->hook(Output(shape(5, 1, 1), movement), x);
    model_compile(model, in, x);
    model_run(model);
    model_delete(model);
    return 0;
}
