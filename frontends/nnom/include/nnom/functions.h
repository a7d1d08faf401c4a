#ifndef SHAPEPROF_NNOM_FUNCTIONS_H
#define SHAPEPROF_NNOM_FUNCTIONS_H

// Everything that can be called. A part of nnom.h. lambda_s is declared nowhere, as in the library.

// ---- models

nnom_model_t *new_model(nnom_model_t *m);
nnom_status_t sequencial_compile(nnom_model_t *m);
nnom_status_t model_compile(nnom_model_t *m, nnom_layer_t *input, nnom_layer_t *output);
nnom_status_t model_run(nnom_model_t *m);
void model_delete(nnom_model_t *m);
nnom_status_t check_model_version(unsigned long model_version);
nnom_status_t model_set_callback(nnom_model_t *m,
                                 nnom_status_t (*layer_callback)(nnom_model_t *, nnom_layer_t *));
void model_delete_callback(nnom_model_t *m);

// ---- memory

#ifdef NNOM_USING_STATIC_MEMORY
void nnom_set_static_buf(void *buf, size_t size);
void *nnom_malloc(size_t size);
void nnom_free(void *p);
#endif
size_t nnom_alignto(size_t value, uint32_t alignment);
size_t nnom_io_length(nnom_layer_io_t *io);
size_t nnom_hook_length(nnom_layer_hook_t *hook);
void *nnom_mem(size_t size);
size_t nnom_mem_stat(void);
nnom_layer_io_t *io_add_aux(nnom_layer_io_t *targeted_io);
nnom_layer_io_t *io_init(void *owner_layer, nnom_layer_io_t *io);

// ---- tensors

nnom_tensor_t *new_tensor(nnom_qtype_t type, uint32_t num_dim, uint32_t num_channel);
void delete_tensor(nnom_tensor_t *t);
nnom_tensor_t *tensor_set_attr_v(nnom_tensor_t *t, nnom_qformat_param_t dec_bit,
                                 nnom_qformat_param_t offset, nnom_shape_data_t *dim,
                                 uint32_t num_dim, uint8_t bitwidth);
nnom_tensor_t *tensor_set_attr(nnom_tensor_t *t, nnom_qformat_param_t *dec_bit,
                               nnom_qformat_param_t *offset, nnom_shape_data_t *dim,
                               uint32_t num_dim, uint8_t bitwidth);
nnom_tensor_t *tensor_cpy_attr(nnom_tensor_t *des, nnom_tensor_t *src);
size_t tensor_get_num_channel(nnom_tensor_t *t);
size_t tensor_size(nnom_tensor_t *t);
size_t tensor_size_byte(nnom_tensor_t *t);
void tensor_hwc2chw_q7(nnom_tensor_t *des, nnom_tensor_t *src);
void tensor_chw2hwc_q7(nnom_tensor_t *des, nnom_tensor_t *src);
void hwc2chw_q7(nnom_3d_shape_t shape, q7_t *p_in, q7_t *p_out);
void chw2hwc_q7(nnom_3d_shape_t shape, q7_t *p_in, q7_t *p_out);

// ---- shapes

nnom_3d_shape_t shape(size_t h, size_t w, size_t c);
nnom_3d_shape_t kernel(size_t h, size_t w);
nnom_3d_shape_t stride(size_t h, size_t w);
nnom_3d_shape_t dilation(size_t h, size_t w);
nnom_border_t border(size_t top, size_t bottom, size_t left, size_t right);
size_t shape_size(nnom_3d_shape_t *s);
uint32_t conv_output_length(uint32_t input_length, uint32_t filter_size, nnom_padding_t padding,
                            uint32_t stride, uint32_t dilation);
uint32_t conv_trans_output_length(uint32_t input_length, uint32_t filter_size,
                                  nnom_padding_t padding, uint32_t stride, uint32_t dilation);

// ---- layers by hand

nnom_layer_t *Input(nnom_3d_shape_t input_shape, void *p_buf);
nnom_layer_t *Output(nnom_3d_shape_t output_shape, void *p_buf);
nnom_layer_t *BaseLayer(void);
nnom_layer_t *Conv2D(uint32_t filters, nnom_3d_shape_t k, nnom_3d_shape_t s, nnom_3d_shape_t d,
                     nnom_padding_t pad, const nnom_weight_t *w, const nnom_bias_t *b);
nnom_layer_t *Conv2DTrans(uint32_t filters, nnom_3d_shape_t k, nnom_3d_shape_t s, nnom_3d_shape_t d,
                          nnom_padding_t pad, const nnom_weight_t *w, const nnom_bias_t *b);
nnom_layer_t *DW_Conv2D(uint32_t multiplier, nnom_3d_shape_t k, nnom_3d_shape_t s,
                        nnom_3d_shape_t d, nnom_padding_t pad, const nnom_weight_t *w,
                        const nnom_bias_t *b);
nnom_layer_t *Dense(size_t output_unit, const nnom_weight_t *w, const nnom_bias_t *b);
nnom_layer_t *MaxPool(nnom_3d_shape_t k, nnom_3d_shape_t s, nnom_padding_t pad);
nnom_layer_t *AvgPool(nnom_3d_shape_t k, nnom_3d_shape_t s, nnom_padding_t pad);
nnom_layer_t *SumPool(nnom_3d_shape_t k, nnom_3d_shape_t s, nnom_padding_t pad);
nnom_layer_t *GlobalMaxPool(void);
nnom_layer_t *GlobalAvgPool(void);
nnom_layer_t *GlobalSumPool(void);
nnom_layer_t *UpSample(nnom_3d_shape_t kernel);
nnom_layer_t *ZeroPadding(nnom_border_t pad);
nnom_layer_t *Cropping(nnom_border_t pad);
nnom_layer_t *Activation(nnom_activation_t *act);
nnom_layer_t *ReLU(void);
nnom_layer_t *LeakyReLU(float alpha);
nnom_layer_t *AdvReLU(float alpha, float max, float threshold);
nnom_layer_t *Sigmoid(int32_t dec_bit);
nnom_layer_t *TanH(int32_t dec_bit);
nnom_layer_t *Softmax(void);
nnom_layer_t *Flatten(void);
nnom_layer_t *Concat(int8_t axis);
nnom_layer_t *Add(int16_t oshift);
nnom_layer_t *Sub(int16_t oshift);
nnom_layer_t *Mult(int16_t oshift);
nnom_layer_t *Lambda(nnom_status_t (*run)(nnom_layer_t *), nnom_status_t (*build)(nnom_layer_t *),
                     nnom_status_t (*free)(nnom_layer_t *), void *parameters);
nnom_activation_t *act_relu(void);
nnom_activation_t *act_leaky_relu(float alpha);
nnom_activation_t *act_adv_relu(float negative_slope, float max, float threshold);
nnom_activation_t *act_tanh(int32_t dec_bit);
nnom_activation_t *act_sigmoid(int32_t dec_bit);
nnom_activation_t *act_hard_tanh(int32_t dec_bit);
nnom_activation_t *act_hard_sigmoid(int32_t dec_bit);
nnom_status_t act_tensor_run(nnom_activation_t *act, nnom_tensor_t *tensor);
void act_delete(nnom_activation_t *act);
int32_t act_get_dec_bit(nnom_activation_type_t type, int32_t dec_bit);

// ---- layers by a configuration
nnom_layer_t *input_s(const nnom_io_config_t *config);
nnom_layer_t *output_s(const nnom_io_config_t *config);
nnom_layer_t *conv2d_s(const nnom_conv2d_config_t *config);
nnom_layer_t *dw_conv2d_s(const nnom_conv2d_config_t *config);
nnom_layer_t *conv2d_trans_s(const nnom_conv2d_config_t *config);
nnom_layer_t *dense_s(const nnom_dense_config_t *config);
nnom_layer_t *maxpool_s(const nnom_pool_config_t *config);
nnom_layer_t *avgpool_s(const nnom_pool_config_t *config);
nnom_layer_t *sumpool_s(const nnom_pool_config_t *config);
nnom_layer_t *global_maxpool_s(const nnom_global_pool_config_t *config);
nnom_layer_t *global_avgpool_s(const nnom_global_pool_config_t *config);
nnom_layer_t *global_sumpool_s(const nnom_global_pool_config_t *config);
nnom_layer_t *upsample_s(const nnom_upsample_config_t *config);
nnom_layer_t *zeropadding_s(const nnom_zero_padding_config_t *config);
nnom_layer_t *cropping_s(const nnom_cropping_config_t *config);
nnom_layer_t *concat_s(const nnom_concat_config_t *config);
nnom_layer_t *add_s(const nnom_matrix_config_t *config);
nnom_layer_t *sub_s(const nnom_matrix_config_t *config);
nnom_layer_t *mult_s(const nnom_matrix_config_t *config);
nnom_layer_t *flatten_s(const nnom_flatten_config_t *config);
nnom_layer_t *reshape_s(const nnom_reshape_config_t *config);
nnom_layer_t *softmax_s(const nnom_softmax_config_t *config);
nnom_layer_t *baselayer_s(const nnom_layer_config_t *config);
nnom_layer_t *rnn_s(nnom_rnn_cell_t *cell, const nnom_rnn_config_t *config);
nnom_rnn_cell_t *simple_cell_s(const nnom_simple_cell_config_t *config);
nnom_rnn_cell_t *gru_cell_s(const nnom_gru_cell_config_t *config);
nnom_rnn_cell_t *lstm_cell_s(const nnom_lstm_cell_config_t *config);

// ---- what a layer's own function may call

nnom_status_t default_build(nnom_layer_t *layer);
nnom_status_t input_build(nnom_layer_t *layer);
nnom_status_t conv2d_build(nnom_layer_t *layer);
nnom_status_t dw_conv2d_build(nnom_layer_t *layer);
nnom_status_t conv2d_trans_build(nnom_layer_t *layer);
nnom_status_t dense_build(nnom_layer_t *layer);
nnom_status_t rnn_build(nnom_layer_t *layer);
nnom_status_t upsample_build(nnom_layer_t *layer);
nnom_status_t zero_padding_build(nnom_layer_t *layer);
nnom_status_t cropping_build(nnom_layer_t *layer);
nnom_status_t maxpool_build(nnom_layer_t *layer);
nnom_status_t avgpool_build(nnom_layer_t *layer);
nnom_status_t sumpool_build(nnom_layer_t *layer);
nnom_status_t global_pool_build(nnom_layer_t *layer);
nnom_status_t flatten_build(nnom_layer_t *layer);
nnom_status_t reshape_build(nnom_layer_t *layer);
nnom_status_t concat_build(nnom_layer_t *layer);
nnom_status_t softmax_build(nnom_layer_t *layer);
nnom_status_t default_run(nnom_layer_t *layer);
nnom_status_t input_run(nnom_layer_t *layer);
nnom_status_t output_run(nnom_layer_t *layer);
nnom_status_t flatten_run(nnom_layer_t *layer);
nnom_status_t reshape_run(nnom_layer_t *layer);
nnom_status_t dw_conv2d_run(nnom_layer_t *layer);
nnom_status_t conv2d_run(nnom_layer_t *layer);
nnom_status_t conv2d_trans_run(nnom_layer_t *layer);
nnom_status_t dense_run(nnom_layer_t *layer);
nnom_status_t rnn_run(nnom_layer_t *layer);
nnom_status_t upsample_run(nnom_layer_t *layer);
nnom_status_t zero_padding_run(nnom_layer_t *layer);
nnom_status_t cropping_run(nnom_layer_t *layer);
nnom_status_t activation_run(nnom_layer_t *layer);
nnom_status_t softmax_run(nnom_layer_t *layer);
nnom_status_t maxpool_run(nnom_layer_t *layer);
nnom_status_t avgpool_run(nnom_layer_t *layer);
nnom_status_t sumpool_run(nnom_layer_t *layer);
nnom_status_t concat_run(nnom_layer_t *layer);
nnom_status_t add_run(nnom_layer_t *layer);
nnom_status_t sub_run(nnom_layer_t *layer);
nnom_status_t mult_run(nnom_layer_t *layer);
nnom_status_t simple_cell_build(nnom_rnn_cell_t *cell);
nnom_status_t gru_cell_build(nnom_rnn_cell_t *cell);
nnom_status_t lstm_cell_q7_q15_build(nnom_rnn_cell_t *cell);
nnom_status_t simple_cell_run(nnom_rnn_cell_t *cell);
nnom_status_t gru_cell_run(nnom_rnn_cell_t *cell);
nnom_status_t lstm_cell_q7_q15_run(nnom_rnn_cell_t *cell);

// ---- predictions, statistics

nnom_predict_t *prediction_create(nnom_model_t *m, int8_t *buf_prediction, size_t label_num,
                                  size_t top_k_size);
nnom_status_t prediction_run(nnom_predict_t *pre, uint32_t true_label, uint32_t *predict_label,
                             float *prob);
void prediction_end(nnom_predict_t *pre);
void prediction_delete(nnom_predict_t *pre);
void prediction_matrix(nnom_predict_t *pre);
void prediction_top_k(nnom_predict_t *pre);
void prediction_summary(nnom_predict_t *pre);
nnom_status_t nnom_predict(nnom_model_t *m, uint32_t *label, float *prob);
void model_stat(nnom_model_t *m);
void model_io_format(nnom_model_t *m);

#endif
