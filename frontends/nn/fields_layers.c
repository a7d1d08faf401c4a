#include "frontends/nn/fields.h"

// The fields of the argument structs of nn_layers.h, nn_windows.h, nn_resizing.h and
// nn_sequences.h.

#define ARGS struct nn_none_args
const struct nn_field fields_none[] = {END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_linear_args
const struct nn_field fields_linear[] = {NEEDED(INT, in_features), NEEDED(INT, out_features),
                                         OPTION(FLAG, bias), OPTION(DTYPE, dtype), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_bilinear_args
const struct nn_field fields_bilinear[] = {NEEDED(INT, in1_features), NEEDED(INT, in2_features),
                                           NEEDED(INT, out_features), OPTION(FLAG, bias),
                                           OPTION(DTYPE, dtype),      END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_sequential_args
const struct nn_field fields_sequential[] = {FORM(MODULES, modules, modules), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_inplace_args
const struct nn_field fields_inplace[] = {OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_alpha_args
const struct nn_field fields_alpha[] = {OPTION(FLOAT, alpha), OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_gelu_args
const struct nn_field fields_gelu[] = {OPTION(STRING, approximate), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_leaky_relu_args
const struct nn_field fields_leaky_relu[] = {OPTION(FLOAT, negative_slope), OPTION(BOOL, inplace),
                                             END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_lambd_args
const struct nn_field fields_lambd[] = {OPTION(FLOAT, lambd), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_hardtanh_args
const struct nn_field fields_hardtanh[] = {OPTION(FLOAT, min_val), OPTION(FLOAT, max_val),
                                           OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_threshold_args
const struct nn_field fields_threshold[] = {NEEDED(FLOAT, threshold), NEEDED(FLOAT, value),
                                            OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_softplus_args
const struct nn_field fields_softplus[] = {OPTION(FLOAT, beta), OPTION(FLOAT, threshold),
                                           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_rrelu_args
const struct nn_field fields_rrelu[] = {OPTION(FLOAT, lower), OPTION(FLOAT, upper),
                                        OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_prelu_args
const struct nn_field fields_prelu[] = {OPTION(INT, num_parameters), OPTION(FLOAT, init),
                                        OPTION(DTYPE, dtype), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_dim_args
const struct nn_field fields_dim[] = {OPTION(INT, dim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_dropout_args
const struct nn_field fields_dropout[] = {OPTION(FLOAT, p), OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_embedding_args
const struct nn_field fields_embedding[] = {
    NEEDED(INT, num_embeddings), NEEDED(INT, embedding_dim), OPTION(INT, padding_idx),
    OPTION(FLOAT, max_norm),     OPTION(FLOAT, norm_type),   OPTION(BOOL, scale_grad_by_freq),
    OPTION(BOOL, sparse),        OPTION(DTYPE, dtype),       END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_embedding_bag_args
const struct nn_field fields_embedding_bag[] = {NEEDED(INT, num_embeddings),
                                                NEEDED(INT, embedding_dim),
                                                OPTION(FLOAT, max_norm),
                                                OPTION(FLOAT, norm_type),
                                                OPTION(BOOL, scale_grad_by_freq),
                                                OPTION(STRING, mode),
                                                OPTION(BOOL, sparse),
                                                OPTION(BOOL, include_last_offset),
                                                OPTION(INT, padding_idx),
                                                OPTION(DTYPE, dtype),
                                                END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_conv_args
const struct nn_field fields_conv[] = {NEEDED(INT, in_channels),
                                       NEEDED(INT, out_channels),
                                       NEEDED(INT, kernel_size),
                                       OPTION(INT, stride),
                                       ZERO(INT, padding),
                                       OPTION(INT, dilation),
                                       OPTION(INT, groups),
                                       OPTION(FLAG, bias),
                                       OPTION(STRING, padding_mode),
                                       OPTION(DTYPE, dtype),
                                       FORM(STRING, padding_word, padding),
                                       FORM(INTS, kernel_sizes, kernel_size),
                                       FORM(INTS, strides, stride),
                                       ZERO_FORM(INTS, paddings, padding),
                                       FORM(INTS, dilations, dilation),
                                       END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_conv_transpose_args
const struct nn_field fields_conv_transpose[] = {NEEDED(INT, in_channels),
                                                 NEEDED(INT, out_channels),
                                                 NEEDED(INT, kernel_size),
                                                 OPTION(INT, stride),
                                                 ZERO(INT, padding),
                                                 ZERO(INT, output_padding),
                                                 OPTION(INT, groups),
                                                 OPTION(FLAG, bias),
                                                 OPTION(INT, dilation),
                                                 OPTION(STRING, padding_mode),
                                                 OPTION(DTYPE, dtype),
                                                 FORM(STRING, padding_word, padding),
                                                 FORM(INTS, kernel_sizes, kernel_size),
                                                 FORM(INTS, strides, stride),
                                                 ZERO_FORM(INTS, paddings, padding),
                                                 ZERO_FORM(INTS, output_paddings, output_padding),
                                                 FORM(INTS, dilations, dilation),
                                                 END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_max_pool_args
const struct nn_field fields_max_pool[] = {NEEDED(INT, kernel_size),
                                           OPTION(INT, stride),
                                           ZERO(INT, padding),
                                           OPTION(INT, dilation),
                                           OPTION(BOOL, return_indices),
                                           OPTION(BOOL, ceil_mode),
                                           FORM(INTS, kernel_sizes, kernel_size),
                                           FORM(INTS, strides, stride),
                                           ZERO_FORM(INTS, paddings, padding),
                                           FORM(INTS, dilations, dilation),
                                           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_avg_pool_args
const struct nn_field fields_avg_pool[] = {NEEDED(INT, kernel_size),
                                           OPTION(INT, stride),
                                           ZERO(INT, padding),
                                           OPTION(BOOL, ceil_mode),
                                           OPTION(FLAG, count_include_pad),
                                           OPTION(INT, divisor_override),
                                           FORM(INTS, kernel_sizes, kernel_size),
                                           FORM(INTS, strides, stride),
                                           ZERO_FORM(INTS, paddings, padding),
                                           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_lp_pool_args
const struct nn_field fields_lp_pool[] = {NEEDED(FLOAT, norm_type),
                                          NEEDED(INT, kernel_size),
                                          OPTION(INT, stride),
                                          OPTION(BOOL, ceil_mode),
                                          FORM(INTS, kernel_sizes, kernel_size),
                                          FORM(INTS, strides, stride),
                                          END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_adaptive_max_pool_args
const struct nn_field fields_adaptive_max_pool[] = {
    NEEDED(INT, output_size), OPTION(BOOL, return_indices), FORM(INTS, output_sizes, output_size),
    END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_adaptive_avg_pool_args
const struct nn_field fields_adaptive_avg_pool[] = {
    NEEDED(INT, output_size), FORM(INTS, output_sizes, output_size), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_fractional_max_pool_args
const struct nn_field fields_fractional_max_pool[] = {NEEDED(INT, kernel_size),
                                                      OPTION(INT, output_size),
                                                      OPTION(FLOAT, output_ratio),
                                                      OPTION(BOOL, return_indices),
                                                      FORM(INTS, kernel_sizes, kernel_size),
                                                      FORM(INTS, output_sizes, output_size),
                                                      FORM(FLOATS, output_ratios, output_ratio),
                                                      END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_max_unpool_args
const struct nn_field fields_max_unpool[] = {NEEDED(INT, kernel_size),
                                             OPTION(INT, stride),
                                             ZERO(INT, padding),
                                             FORM(INTS, kernel_sizes, kernel_size),
                                             FORM(INTS, strides, stride),
                                             ZERO_FORM(INTS, paddings, padding),
                                             END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_batch_norm_args
const struct nn_field fields_batch_norm[] = {NEEDED(INT, num_features),
                                             OPTION(FLOAT, eps),
                                             OPTION(FLOAT, momentum),
                                             OPTION(FLAG, affine),
                                             OPTION(FLAG, track_running_stats),
                                             OPTION(DTYPE, dtype),
                                             END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_instance_norm_args
const struct nn_field fields_instance_norm[] = {NEEDED(INT, num_features),
                                                OPTION(FLOAT, eps),
                                                OPTION(FLOAT, momentum),
                                                OPTION(BOOL, affine),
                                                OPTION(BOOL, track_running_stats),
                                                OPTION(DTYPE, dtype),
                                                END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_group_norm_args
const struct nn_field fields_group_norm[] = {NEEDED(INT, num_groups), NEEDED(INT, num_channels),
                                             OPTION(FLOAT, eps),      OPTION(FLAG, affine),
                                             OPTION(DTYPE, dtype),    END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_layer_norm_args
const struct nn_field fields_layer_norm[] = {NEEDED(INT, normalized_shape),
                                             OPTION(FLOAT, eps),
                                             OPTION(FLAG, elementwise_affine),
                                             OPTION(DTYPE, dtype),
                                             FORM(INTS, normalized_shapes, normalized_shape),
                                             END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_rms_norm_args
const struct nn_field fields_rms_norm[] = {NEEDED(INT, normalized_shape),
                                           OPTION(FLOAT, eps),
                                           OPTION(FLAG, elementwise_affine),
                                           OPTION(DTYPE, dtype),
                                           FORM(INTS, normalized_shapes, normalized_shape),
                                           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_local_response_norm_args
const struct nn_field fields_local_response_norm[] = {
    NEEDED(INT, size), OPTION(FLOAT, alpha), OPTION(FLOAT, beta), OPTION(FLOAT, k), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_recurrent_args
const struct nn_field fields_recurrent[] = {NEEDED(INT, input_size),
                                            NEEDED(INT, hidden_size),
                                            OPTION(INT, num_layers),
                                            OPTION(FLAG, bias),
                                            OPTION(BOOL, batch_first),
                                            ZERO(FLOAT, dropout),
                                            OPTION(BOOL, bidirectional),
                                            ZERO(INT, proj_size),
                                            OPTION(STRING, nonlinearity),
                                            OPTION(DTYPE, dtype),
                                            END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_cell_args
const struct nn_field fields_cell[] = {NEEDED(INT, input_size), NEEDED(INT, hidden_size),
                                       OPTION(FLAG, bias),      OPTION(STRING, nonlinearity),
                                       OPTION(DTYPE, dtype),    END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_multihead_attention_args
const struct nn_field fields_multihead_attention[] = {NEEDED(INT, embed_dim),
                                                      NEEDED(INT, num_heads),
                                                      ZERO(FLOAT, dropout),
                                                      OPTION(FLAG, bias),
                                                      OPTION(BOOL, add_bias_kv),
                                                      OPTION(BOOL, add_zero_attn),
                                                      OPTION(INT, kdim),
                                                      OPTION(INT, vdim),
                                                      OPTION(BOOL, batch_first),
                                                      OPTION(DTYPE, dtype),
                                                      END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_transformer_layer_args
const struct nn_field fields_transformer_layer[] = {
    NEEDED(INT, d_model),         NEEDED(INT, nhead),
    OPTION(INT, dim_feedforward), OPTION(FLOAT, dropout),
    OPTION(STRING, activation),   OPTION(FLOAT, layer_norm_eps),
    OPTION(BOOL, batch_first),    OPTION(BOOL, norm_first),
    OPTION(DTYPE, dtype),         END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_transformer_args
const struct nn_field fields_transformer[] = {FORM(MODULES, layer, encoder_layer),
                                              NEEDED(INT, num_layers), FORM(MODULES, norm, norm),
                                              END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_encoder_decoder_args
const struct nn_field fields_encoder_decoder[] = {OPTION(INT, d_model),
                                                  OPTION(INT, nhead),
                                                  OPTION(INT, num_encoder_layers),
                                                  OPTION(INT, num_decoder_layers),
                                                  OPTION(INT, dim_feedforward),
                                                  OPTION(FLOAT, dropout),
                                                  OPTION(STRING, activation),
                                                  OPTION(FLOAT, layer_norm_eps),
                                                  OPTION(BOOL, batch_first),
                                                  OPTION(BOOL, norm_first),
                                                  OPTION(DTYPE, dtype),
                                                  END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_constant_pad_args
const struct nn_field fields_constant_pad[] = {NEEDED(INT, padding), NEEDED(FLOAT, value),
                                               ZERO_FORM(INTS, paddings, padding), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_padding_args
const struct nn_field fields_padding[] = {NEEDED(INT, padding), ZERO_FORM(INTS, paddings, padding),
                                          END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_flatten_args
const struct nn_field fields_flatten[] = {OPTION(INT, start_dim), OPTION(INT, end_dim),
                                          END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_unflatten_args
const struct nn_field fields_unflatten[] = {
    NEEDED(INT, dim), NEEDED_FORM(INTS, unflattened_size, unflattened_size), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_fold_args
const struct nn_field fields_fold[] = {NEEDED(INT, output_size),
                                       NEEDED(INT, kernel_size),
                                       OPTION(INT, dilation),
                                       ZERO(INT, padding),
                                       OPTION(INT, stride),
                                       FORM(INTS, output_sizes, output_size),
                                       FORM(INTS, kernel_sizes, kernel_size),
                                       FORM(INTS, dilations, dilation),
                                       ZERO_FORM(INTS, paddings, padding),
                                       FORM(INTS, strides, stride),
                                       END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_unfold_args
const struct nn_field fields_unfold[] = {NEEDED(INT, kernel_size),
                                         OPTION(INT, dilation),
                                         ZERO(INT, padding),
                                         OPTION(INT, stride),
                                         FORM(INTS, kernel_sizes, kernel_size),
                                         FORM(INTS, dilations, dilation),
                                         ZERO_FORM(INTS, paddings, padding),
                                         FORM(INTS, strides, stride),
                                         END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_upsample_args
const struct nn_field fields_upsample[] = {OPTION(INT, size),
                                           OPTION(FLOAT, scale_factor),
                                           OPTION(STRING, mode),
                                           OPTION(BOOL, align_corners),
                                           OPTION(BOOL, recompute_scale_factor),
                                           FORM(INTS, sizes, size),
                                           FORM(FLOATS, scale_factors, scale_factor),
                                           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_upscale_factor_args
const struct nn_field fields_upscale_factor[] = {NEEDED(INT, upscale_factor), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_downscale_factor_args
const struct nn_field fields_downscale_factor[] = {NEEDED(INT, downscale_factor), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_groups_args
const struct nn_field fields_groups[] = {NEEDED(INT, groups), END_OF_FIELDS};
#undef ARGS
