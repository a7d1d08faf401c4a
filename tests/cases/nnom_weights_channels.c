// The weights are for 3 channels, and what comes in has 1.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[16 * 16], out_buf[16 * 16 * 4], values[5 * 5 * 4];
static const nnom_shape_data_t in_dim[] = {16, 16, 1}, weight_dim[] = {5, 5, 3, 4}, bias_dim[] = {4};
static const nnom_qformat_param_t zero[] = {0};
static const nnom_tensor_t in_tensor = {
    .p_data = in_buf, .dim = (nnom_shape_data_t *)in_dim, .q_dec = (nnom_qformat_param_t *)zero, .num_dim = 3, .bitwidth = 8};
static const nnom_tensor_t weight = {
    .p_data = values, .dim = (nnom_shape_data_t *)weight_dim, .q_dec = (nnom_qformat_param_t *)zero, .num_dim = 4, .bitwidth = 8};
static const nnom_tensor_t bias = {
    .p_data = values, .dim = (nnom_shape_data_t *)bias_dim, .q_dec = (nnom_qformat_param_t *)zero, .num_dim = 1, .bitwidth = 8};
static const nnom_io_config_t in_config = {.super = {.name = "in"}, .tensor = (nnom_tensor_t *)&in_tensor};
static const nnom_conv2d_config_t conv = {
    .super = {.name = "conv"},
    .weight = (nnom_tensor_t *)&weight,
    .bias = (nnom_tensor_t *)&bias,
    .output_shift = (nnom_qformat_param_t *)zero,
    .bias_shift = (nnom_qformat_param_t *)zero,
    .filter_size = 4,
    .kernel_size = {5, 5},
    .stride_size = {1, 1},
    .dilation_size = {1, 1},
    .padding_type = PADDING_VALID
};

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x;
    new_model(&m);
    in = input_s(&in_config);
    x = m.hook(conv2d_s(&conv), in); // expect SP753: for 3 channels, and its input has 1
    x = m.hook(Output(shape(12, 12, 4), out_buf), x);
    model_compile(&m, in, x);
    return 0;
}
