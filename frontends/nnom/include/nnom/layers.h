#ifndef SHAPEPROF_NNOM_LAYERS_RECORDS_H
#define SHAPEPROF_NNOM_LAYERS_RECORDS_H

// The structs of layers, activations and cells. A part of nnom.h.

typedef struct _nnom_io_layer {
    nnom_layer_t super;
    nnom_3d_shape_t shape;
    nnom_qformat_param_t dec_bit;
    void *buf;
} nnom_io_layer_t;

typedef struct _nnom_conv2d_layer_t {
    nnom_layer_t super;
    nnom_3d_shape_t kernel;
    nnom_3d_shape_t stride;
    nnom_3d_shape_t pad;
    nnom_3d_shape_t dilation;
    nnom_padding_t padding_type;
    uint32_t filter_mult;
    nnom_tensor_t *weight;
    nnom_tensor_t *bias;
    nnom_qformat_param_t *output_rshift;
    nnom_qformat_param_t *bias_lshift;
} nnom_conv2d_layer_t;
typedef nnom_conv2d_layer_t nnom_conv2d_trans_layer_t;

typedef struct _nnom_dense_layer_t {
    nnom_layer_t super;
    size_t output_unit;
    nnom_tensor_t *weight;
    nnom_tensor_t *bias;
    nnom_qformat_param_t *output_rshift;
    nnom_qformat_param_t *bias_lshift;
} nnom_dense_layer_t;

typedef struct _nnom_maxpool_layer_t {
    nnom_layer_t super;
    nnom_3d_shape_t kernel;
    nnom_3d_shape_t stride;
    nnom_3d_shape_t pad;
    nnom_padding_t padding_type;
    int16_t output_shift;
} nnom_maxpool_layer_t;
typedef nnom_maxpool_layer_t nnom_avgpool_layer_t;
typedef nnom_maxpool_layer_t nnom_sumpool_layer_t;

typedef struct _nnom_upsample_layer_t {
    nnom_layer_t super;
    nnom_3d_shape_t kernel;
} nnom_upsample_layer_t;

typedef struct _nnom_zero_padding_layer_t {
    nnom_layer_t super;
    nnom_border_t pad;
} nnom_zero_padding_layer_t;
typedef nnom_zero_padding_layer_t nnom_cropping_layer_t;

typedef struct _nnom_concat_layer {
    nnom_layer_t super;
    int8_t axis;
} nnom_concat_layer_t;

typedef struct _nnom_matrix_layer_t {
    nnom_layer_t super;
    int16_t oshift;
} nnom_matrix_layer_t;

typedef struct _nnom_reshape_layer_t {
    nnom_layer_t super;
    nnom_shape_data_t *dim;
    uint8_t num_dim;
} nnom_reshape_layer_t;

typedef struct _nnom_lambda_layer_t {
    nnom_layer_t super;
    void *parameters;
} nnom_lambda_layer_t;

typedef struct _nnom_activation_layer_t {
    nnom_layer_t super;
    nnom_activation_t *act;
} nnom_activation_layer_t;

typedef struct _nnom_activation_fixed_q_t {
    nnom_activation_t super;
    uint8_t dec_bit;
} nnom_activation_fixed_q_t;

typedef struct _nnom_activation_leaky_relu_t {
    nnom_activation_t super;
    q7_t alpha;
} nnom_activation_leaky_relu_t;

typedef struct _nnom_activation_adv_relu_t {
    nnom_activation_t super;
    q7_t negative_slope;
    float max;
    float threshold;
} nnom_activation_adv_relu_t;

typedef struct _nnom_rnn_cell_t {
    nnom_status_t (*run)(struct _nnom_rnn_cell_t *cell);
    nnom_status_t (*build)(struct _nnom_rnn_cell_t *cell);
    nnom_status_t (*free)(struct _nnom_rnn_cell_t *cell);
    nnom_layer_t *layer;
    nnom_layer_config_t *config;
    nnom_rnn_cell_type_t type;
    void *in_data;
    void *out_data;
    void *in_state;
    void *out_state;
    size_t comp_buf_size;
    size_t state_size;
    uint16_t units;
    uint16_t feature_size;
    size_t macc;
} nnom_rnn_cell_t;

typedef struct _nnom_simple_cell_t {
    nnom_rnn_cell_t super;
    nnom_activation_type_t act_type;
    nnom_tensor_t *weights;
    nnom_tensor_t *recurrent_weights;
    nnom_tensor_t *bias;
    nnom_qformat_param_t q_dec_iw, q_dec_hw, q_dec_h;
    nnom_qformat_param_t oshift_iw, oshift_hw, bias_shift;
} nnom_simple_cell_t;

typedef struct _nnom_gru_cell_t {
    nnom_rnn_cell_t super;
    nnom_tensor_t *weights;
    nnom_tensor_t *recurrent_weights;
    nnom_tensor_t *bias;
    nnom_qformat_param_t q_dec_z, q_dec_h;
    nnom_qformat_param_t oshift_iw, oshift_hw, bias_shift;
} nnom_gru_cell_t;

typedef struct _nnom_lstm_cell_t {
    nnom_rnn_cell_t super;
    nnom_tensor_t *weights;
    nnom_tensor_t *recurrent_weights;
    nnom_tensor_t *bias;
    nnom_qformat_param_t q_dec_z, q_dec_h, q_dec_c;
    nnom_qformat_param_t oshift_iw, oshift_hw, oshift_zc, bias_shift;
} nnom_lstm_cell_t;

typedef struct _nnom_rnn_layer_t {
    nnom_layer_t super;
    nnom_rnn_cell_t *cell;
    void *state_buf;
    uint16_t timestamp_size;
    bool return_sequence;
    bool stateful;
    bool go_backwards;
} nnom_rnn_layer_t;

typedef struct _nnom_predict_t {
    uint16_t *confusion_mat;
    uint32_t *top_k;
    nnom_model_t *model;
    int8_t *buf_prediction;
    uint32_t label_num;
    uint32_t top_k_size;
    uint32_t predict_count;
    uint32_t t_run_total;
    uint32_t t_predict_start;
    uint32_t t_predict_total;
} nnom_predict_t;

#endif
