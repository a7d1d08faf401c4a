#ifndef SHAPEPROF_NNOM_CONFIGS_H
#define SHAPEPROF_NNOM_CONFIGS_H

// What generated headers fill in: a struct for each kind of layer. A part of nnom.h.

typedef struct _nnom_io_config_t {
    nnom_layer_config_t super;
    nnom_tensor_t *tensor;
} nnom_io_config_t;

typedef struct _nnom_conv2d_config_t {
    nnom_layer_config_t super;
    nnom_qtype_t qtype;
    nnom_tensor_t *weight;
    nnom_tensor_t *bias;
    nnom_qformat_param_t *output_shift;
    nnom_qformat_param_t *bias_shift;
    uint32_t filter_size;
    int8_t kernel_size[2];
    int8_t stride_size[2];
    int8_t padding_size[2];
    int8_t dilation_size[2];
    nnom_padding_t padding_type;
} nnom_conv2d_config_t;
typedef nnom_conv2d_config_t nnom_conv2d_trans_config_t;

typedef struct _nnom_dense_config_t {
    nnom_layer_config_t super;
    nnom_qtype_t qtype;
    nnom_tensor_t *weight;
    nnom_tensor_t *bias;
    nnom_qformat_param_t *output_shift;
    nnom_qformat_param_t *bias_shift;
} nnom_dense_config_t;

typedef struct _nnom_pool_config_t {
    nnom_layer_config_t super;
    nnom_padding_t padding_type;
    int16_t output_shift;
    int8_t kernel_size[2];
    int8_t stride_size[2];
    int8_t num_dim;
} nnom_pool_config_t;

typedef struct _nnom_global_pool_config_t {
    nnom_layer_config_t super;
    int16_t output_shift;
} nnom_global_pool_config_t;

typedef struct _nnom_upsample_config_t {
    nnom_layer_config_t super;
    nnom_shape_data_t kernel[2];
} nnom_upsample_config_t;

typedef struct _nnom_zero_padding_config_t {
    nnom_layer_config_t super;
    nnom_border_t pad;
} nnom_zero_padding_config_t;
typedef nnom_zero_padding_config_t nnom_cropping_config_t;

typedef struct _nnom_concat_config_t {
    nnom_layer_config_t super;
    int8_t axis;
} nnom_concat_config_t;

typedef struct _nnom_matrix_config_t {
    nnom_layer_config_t super;
    int16_t output_shift;
} nnom_matrix_config_t;

typedef struct _nnom_flatten_config_t {
    nnom_layer_config_t super;
} nnom_flatten_config_t;

typedef struct nnom_reshape_config_t {
    nnom_layer_config_t super;
    nnom_shape_data_t *dim;
    uint8_t num_dim;
} nnom_reshape_config_t;

typedef struct _nnom_softmax_config_t {
    nnom_layer_config_t super;
} nnom_softmax_config_t;

typedef struct _nnom_lambda_config_t {
    nnom_layer_config_t super;
    nnom_status_t (*run_func_name)(nnom_layer_t *layer);
    nnom_status_t (*build_func_name)(nnom_layer_t *layer);
    nnom_status_t (*free_func_name)(nnom_layer_t *layer);
    void *parameters;
} nnom_lambda_config_t;

typedef struct _nnom_rnn_config_t {
    nnom_layer_config_t super;
    bool return_sequence;
    bool stateful;
    bool go_backwards;
} nnom_rnn_config_t;

typedef struct _nnom_simple_cell_config_t {
    nnom_layer_config_t super;
    nnom_tensor_t *weights;
    nnom_tensor_t *recurrent_weights;
    nnom_tensor_t *bias;
    nnom_qformat_param_t q_dec_iw, q_dec_hw, q_dec_h;
    nnom_activation_type_t act_type;
    uint16_t units;
} nnom_simple_cell_config_t;

typedef struct _nnom_gru_cell_config_t {
    nnom_layer_config_t super;
    nnom_tensor_t *weights;
    nnom_tensor_t *recurrent_weights;
    nnom_tensor_t *bias;
    nnom_qformat_param_t q_dec_z, q_dec_h;
    uint16_t units;
} nnom_gru_cell_config_t;

typedef struct _nnom_lstm_cell_config_t {
    nnom_layer_config_t super;
    nnom_tensor_t *weights;
    nnom_tensor_t *recurrent_weights;
    nnom_tensor_t *bias;
    nnom_qformat_param_t q_dec_z, q_dec_h, q_dec_c;
    uint16_t units;
} nnom_lstm_cell_config_t;

#endif
