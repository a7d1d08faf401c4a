#ifndef KEYWORDS_NET_H
#define KEYWORDS_NET_H

// Ten keywords from 62 frames of 13 coefficients, in the form in which NNoM's converter writes a
// model. Weights are made up.

#include "nnom.h"

static int8_t keywords_input[62 * 13], keywords_output[10];
static const nnom_shape_data_t input_tensor_dim[] = {62, 13, 1};
static const nnom_qformat_param_t input_tensor_dec[] = {7}, input_tensor_ofs[] = {0};
static const nnom_tensor_t input_tensor = {.p_data = (void *)keywords_input,
                                           .dim = (nnom_shape_data_t *)input_tensor_dim,
                                           .q_dec = (nnom_qformat_param_t *)input_tensor_dec,
                                           .q_offset = (nnom_qformat_param_t *)input_tensor_ofs,
                                           .qtype = NNOM_QTYPE_PER_TENSOR,
                                           .num_dim = 3,
                                           .bitwidth = 8};

static const nnom_io_config_t input_config = {.super = {.name = "input"},
                                              .tensor = (nnom_tensor_t *)&input_tensor};

static const int8_t conv2d_kernel_values[400] = {-8, -1, 6, -10, -3, 4};
static const nnom_shape_data_t conv2d_kernel_dim[] = {5, 5, 1, 16};
static const nnom_qformat_param_t conv2d_kernel_dec[] = {7}, conv2d_kernel_ofs[] = {0};
static const nnom_tensor_t conv2d_kernel = {.p_data = (void *)conv2d_kernel_values,
                                            .dim = (nnom_shape_data_t *)conv2d_kernel_dim,
                                            .q_dec = (nnom_qformat_param_t *)conv2d_kernel_dec,
                                            .q_offset = (nnom_qformat_param_t *)conv2d_kernel_ofs,
                                            .qtype = NNOM_QTYPE_PER_TENSOR,
                                            .num_dim = 4,
                                            .bitwidth = 8};

static const int8_t conv2d_bias_values[16] = {-8, -1, 6, -10, -3, 4};
static const nnom_shape_data_t conv2d_bias_dim[] = {16};
static const nnom_qformat_param_t conv2d_bias_dec[] = {7}, conv2d_bias_ofs[] = {0};
static const nnom_tensor_t conv2d_bias = {.p_data = (void *)conv2d_bias_values,
                                          .dim = (nnom_shape_data_t *)conv2d_bias_dim,
                                          .q_dec = (nnom_qformat_param_t *)conv2d_bias_dec,
                                          .q_offset = (nnom_qformat_param_t *)conv2d_bias_ofs,
                                          .qtype = NNOM_QTYPE_PER_TENSOR,
                                          .num_dim = 1,
                                          .bitwidth = 8};

static const nnom_qformat_param_t conv2d_oshift[] = {8}, conv2d_bshift[] = {1};
static const nnom_conv2d_config_t conv2d_config = {
    .super = {.name = "conv2d"},
    .qtype = NNOM_QTYPE_PER_TENSOR,
    .weight = (nnom_tensor_t *)&conv2d_kernel,
    .bias = (nnom_tensor_t *)&conv2d_bias,
    .output_shift = (nnom_qformat_param_t *)conv2d_oshift,
    .bias_shift = (nnom_qformat_param_t *)conv2d_bshift,
    .filter_size = 16,
    .kernel_size = {5, 5},
    .stride_size = {1, 1},
    .padding_size = {0, 0},
    .dilation_size = {1, 1},
    .padding_type = PADDING_VALID};

static const nnom_pool_config_t max_pooling2d_config = {.super = {.name = "max_pooling2d"},
                                                        .padding_type = PADDING_VALID,
                                                        .output_shift = 0,
                                                        .kernel_size = {2, 1},
                                                        .stride_size = {2, 1},
                                                        .num_dim = 2};

static const int8_t conv2d_1_kernel_values[4608] = {-8, -1, 6, -10, -3, 4};
static const nnom_shape_data_t conv2d_1_kernel_dim[] = {3, 3, 16, 32};
static const nnom_qformat_param_t conv2d_1_kernel_dec[] = {7}, conv2d_1_kernel_ofs[] = {0};
static const nnom_tensor_t conv2d_1_kernel = {.p_data = (void *)conv2d_1_kernel_values,
                                              .dim = (nnom_shape_data_t *)conv2d_1_kernel_dim,
                                              .q_dec = (nnom_qformat_param_t *)conv2d_1_kernel_dec,
                                              .q_offset =
                                                  (nnom_qformat_param_t *)conv2d_1_kernel_ofs,
                                              .qtype = NNOM_QTYPE_PER_TENSOR,
                                              .num_dim = 4,
                                              .bitwidth = 8};

static const int8_t conv2d_1_bias_values[32] = {-8, -1, 6, -10, -3, 4};
static const nnom_shape_data_t conv2d_1_bias_dim[] = {32};
static const nnom_qformat_param_t conv2d_1_bias_dec[] = {7}, conv2d_1_bias_ofs[] = {0};
static const nnom_tensor_t conv2d_1_bias = {.p_data = (void *)conv2d_1_bias_values,
                                            .dim = (nnom_shape_data_t *)conv2d_1_bias_dim,
                                            .q_dec = (nnom_qformat_param_t *)conv2d_1_bias_dec,
                                            .q_offset = (nnom_qformat_param_t *)conv2d_1_bias_ofs,
                                            .qtype = NNOM_QTYPE_PER_TENSOR,
                                            .num_dim = 1,
                                            .bitwidth = 8};

static const nnom_qformat_param_t conv2d_1_oshift[] = {8}, conv2d_1_bshift[] = {1};
static const nnom_conv2d_config_t conv2d_1_config = {
    .super = {.name = "conv2d_1"},
    .qtype = NNOM_QTYPE_PER_TENSOR,
    .weight = (nnom_tensor_t *)&conv2d_1_kernel,
    .bias = (nnom_tensor_t *)&conv2d_1_bias,
    .output_shift = (nnom_qformat_param_t *)conv2d_1_oshift,
    .bias_shift = (nnom_qformat_param_t *)conv2d_1_bshift,
    .filter_size = 32,
    .kernel_size = {3, 3},
    .stride_size = {1, 1},
    .padding_size = {0, 0},
    .dilation_size = {1, 1},
    .padding_type = PADDING_VALID};

static const nnom_pool_config_t max_pooling2d_1_config = {.super = {.name = "max_pooling2d_1"},
                                                          .padding_type = PADDING_VALID,
                                                          .output_shift = 0,
                                                          .kernel_size = {2, 1},
                                                          .stride_size = {2, 1},
                                                          .num_dim = 2};

static const int8_t conv2d_2_kernel_values[9216] = {-8, -1, 6, -10, -3, 4};
static const nnom_shape_data_t conv2d_2_kernel_dim[] = {3, 3, 32, 32};
static const nnom_qformat_param_t conv2d_2_kernel_dec[] = {7}, conv2d_2_kernel_ofs[] = {0};
static const nnom_tensor_t conv2d_2_kernel = {.p_data = (void *)conv2d_2_kernel_values,
                                              .dim = (nnom_shape_data_t *)conv2d_2_kernel_dim,
                                              .q_dec = (nnom_qformat_param_t *)conv2d_2_kernel_dec,
                                              .q_offset =
                                                  (nnom_qformat_param_t *)conv2d_2_kernel_ofs,
                                              .qtype = NNOM_QTYPE_PER_TENSOR,
                                              .num_dim = 4,
                                              .bitwidth = 8};

static const int8_t conv2d_2_bias_values[32] = {-8, -1, 6, -10, -3, 4};
static const nnom_shape_data_t conv2d_2_bias_dim[] = {32};
static const nnom_qformat_param_t conv2d_2_bias_dec[] = {7}, conv2d_2_bias_ofs[] = {0};
static const nnom_tensor_t conv2d_2_bias = {.p_data = (void *)conv2d_2_bias_values,
                                            .dim = (nnom_shape_data_t *)conv2d_2_bias_dim,
                                            .q_dec = (nnom_qformat_param_t *)conv2d_2_bias_dec,
                                            .q_offset = (nnom_qformat_param_t *)conv2d_2_bias_ofs,
                                            .qtype = NNOM_QTYPE_PER_TENSOR,
                                            .num_dim = 1,
                                            .bitwidth = 8};

static const nnom_qformat_param_t conv2d_2_oshift[] = {8}, conv2d_2_bshift[] = {1};
static const nnom_conv2d_config_t conv2d_2_config = {
    .super = {.name = "conv2d_2"},
    .qtype = NNOM_QTYPE_PER_TENSOR,
    .weight = (nnom_tensor_t *)&conv2d_2_kernel,
    .bias = (nnom_tensor_t *)&conv2d_2_bias,
    .output_shift = (nnom_qformat_param_t *)conv2d_2_oshift,
    .bias_shift = (nnom_qformat_param_t *)conv2d_2_bshift,
    .filter_size = 32,
    .kernel_size = {3, 3},
    .stride_size = {1, 1},
    .padding_size = {0, 0},
    .dilation_size = {1, 1},
    .padding_type = PADDING_VALID};

static const nnom_flatten_config_t flatten_config = {.super = {.name = "flatten"}};

static const int8_t dense_kernel_values[17600] = {-8, -1, 6, -10, -3, 4};
static const nnom_shape_data_t dense_kernel_dim[] = {1760, 10};
static const nnom_qformat_param_t dense_kernel_dec[] = {7}, dense_kernel_ofs[] = {0};
static const nnom_tensor_t dense_kernel = {.p_data = (void *)dense_kernel_values,
                                           .dim = (nnom_shape_data_t *)dense_kernel_dim,
                                           .q_dec = (nnom_qformat_param_t *)dense_kernel_dec,
                                           .q_offset = (nnom_qformat_param_t *)dense_kernel_ofs,
                                           .qtype = NNOM_QTYPE_PER_TENSOR,
                                           .num_dim = 2,
                                           .bitwidth = 8};

static const int8_t dense_bias_values[10] = {-8, -1, 6, -10, -3, 4};
static const nnom_shape_data_t dense_bias_dim[] = {10};
static const nnom_qformat_param_t dense_bias_dec[] = {7}, dense_bias_ofs[] = {0};
static const nnom_tensor_t dense_bias = {.p_data = (void *)dense_bias_values,
                                         .dim = (nnom_shape_data_t *)dense_bias_dim,
                                         .q_dec = (nnom_qformat_param_t *)dense_bias_dec,
                                         .q_offset = (nnom_qformat_param_t *)dense_bias_ofs,
                                         .qtype = NNOM_QTYPE_PER_TENSOR,
                                         .num_dim = 1,
                                         .bitwidth = 8};

static const nnom_qformat_param_t dense_oshift[] = {8}, dense_bshift[] = {1};
static const nnom_dense_config_t dense_config = {
    .super = {.name = "dense"},
    .qtype = NNOM_QTYPE_PER_TENSOR,
    .weight = (nnom_tensor_t *)&dense_kernel,
    .bias = (nnom_tensor_t *)&dense_bias,
    .output_shift = (nnom_qformat_param_t *)dense_oshift,
    .bias_shift = (nnom_qformat_param_t *)dense_bshift};

static const nnom_softmax_config_t softmax_config = {.super = {.name = "softmax"}};

static const nnom_shape_data_t output_tensor_dim[] = {10};
static const nnom_qformat_param_t output_tensor_dec[] = {7}, output_tensor_ofs[] = {0};
static const nnom_tensor_t output_tensor = {.p_data = (void *)keywords_output,
                                            .dim = (nnom_shape_data_t *)output_tensor_dim,
                                            .q_dec = (nnom_qformat_param_t *)output_tensor_dec,
                                            .q_offset = (nnom_qformat_param_t *)output_tensor_ofs,
                                            .qtype = NNOM_QTYPE_PER_TENSOR,
                                            .num_dim = 1,
                                            .bitwidth = 8};

static const nnom_io_config_t output_config = {.super = {.name = "output"},
                                               .tensor = (nnom_tensor_t *)&output_tensor};

static nnom_model_t *keywords_create(void)
{
    static nnom_model_t model;
    nnom_layer_t *layer[11];

    check_model_version(403);
    new_model(&model);
    layer[0] = input_s(&input_config);
    layer[1] = model.hook(conv2d_s(&conv2d_config), layer[0]);
    layer[2] = model.active(act_relu(), layer[1]);
    layer[3] = model.hook(maxpool_s(&max_pooling2d_config), layer[2]);
    layer[4] = model.active(act_relu(), model.hook(conv2d_s(&conv2d_1_config), layer[3]));
    layer[5] = model.hook(maxpool_s(&max_pooling2d_1_config), layer[4]);
    layer[6] = model.active(act_relu(), model.hook(conv2d_s(&conv2d_2_config), layer[5]));
    layer[7] = model.hook(flatten_s(&flatten_config), layer[6]);
    layer[8] = model.hook(dense_s(&dense_config), layer[7]);
    layer[9] = model.hook(softmax_s(&softmax_config), layer[8]);
    layer[10] = model.hook(output_s(&output_config), layer[9]);
    model_compile(&model, layer[0], layer[10]);
    return &model;
}

#endif
