#include "frontends/nn/fields.h"

// The fields of the argument structs of nn_f_layers.h.

#define ARGS struct nn_f_rrelu_args
const struct nn_field fields_f_rrelu[] = {NEEDED(TENSOR, input), OPTION(FLOAT, lower),
                                          OPTION(FLOAT, upper),  ZERO(FLAG, training),
                                          OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_conv_transpose_args
const struct nn_field fields_f_conv_transpose[] = {NEEDED(TENSOR, input),
                                                   NEEDED(TENSOR, weight),
                                                   OPTION(TENSOR, bias),
                                                   OPTION(INT, stride),
                                                   ZERO(INT, padding),
                                                   ZERO(INT, output_padding),
                                                   OPTION(INT, groups),
                                                   OPTION(INT, dilation),
                                                   FORM(INTS, strides, stride),
                                                   ZERO_FORM(INTS, paddings, padding),
                                                   ZERO_FORM(INTS, output_paddings, output_padding),
                                                   FORM(INTS, dilations, dilation),
                                                   END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_lp_pool_args
const struct nn_field fields_f_lp_pool[] = {
    NEEDED(TENSOR, input),       NEEDED(FLOAT, norm_type),
    NEEDED(INT, kernel_size),    OPTION(INT, stride),
    OPTION(BOOL, ceil_mode),     FORM(INTS, kernel_sizes, kernel_size),
    FORM(INTS, strides, stride), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_fractional_max_pool_args
const struct nn_field fields_f_fractional_max_pool[] = {NEEDED(TENSOR, input),
                                                        NEEDED(INT, kernel_size),
                                                        OPTION(INT, output_size),
                                                        OPTION(FLOAT, output_ratio),
                                                        FORM(INTS, kernel_sizes, kernel_size),
                                                        FORM(INTS, output_sizes, output_size),
                                                        FORM(FLOATS, output_ratios, output_ratio),
                                                        END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_max_unpool_args
const struct nn_field fields_f_max_unpool[] = {NEEDED(TENSOR, input),
                                               NEEDED(TENSOR, indices),
                                               NEEDED(INT, kernel_size),
                                               OPTION(INT, stride),
                                               ZERO(INT, padding),
                                               OPTION(INT, output_size),
                                               FORM(INTS, kernel_sizes, kernel_size),
                                               FORM(INTS, strides, stride),
                                               ZERO_FORM(INTS, paddings, padding),
                                               FORM(INTS, output_sizes, output_size),
                                               END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_instance_norm_args
const struct nn_field fields_f_instance_norm[] = {
    NEEDED(TENSOR, input),   OPTION(TENSOR, running_mean), OPTION(TENSOR, running_var),
    OPTION(TENSOR, weight),  OPTION(TENSOR, bias),         OPTION(FLAG, use_input_stats),
    OPTION(FLOAT, momentum), OPTION(FLOAT, eps),           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_local_response_norm_args
const struct nn_field fields_f_local_response_norm[] = {NEEDED(TENSOR, input), NEEDED(INT, size),
                                                        OPTION(FLOAT, alpha),  OPTION(FLOAT, beta),
                                                        OPTION(FLOAT, k),      END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_unfold_args
const struct nn_field fields_f_unfold[] = {NEEDED(TENSOR, input),
                                           NEEDED(INT, kernel_size),
                                           OPTION(INT, dilation),
                                           ZERO(INT, padding),
                                           OPTION(INT, stride),
                                           FORM(INTS, kernel_sizes, kernel_size),
                                           FORM(INTS, dilations, dilation),
                                           ZERO_FORM(INTS, paddings, padding),
                                           FORM(INTS, strides, stride),
                                           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_fold_args
const struct nn_field fields_f_fold[] = {NEEDED(TENSOR, input),
                                         NEEDED(INT, output_size),
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

#define ARGS struct nn_f_upscale_factor_args
const struct nn_field fields_f_upscale_factor[] = {NEEDED(TENSOR, input),
                                                   NEEDED(INT, upscale_factor), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_downscale_factor_args
const struct nn_field fields_f_downscale_factor[] = {NEEDED(TENSOR, input),
                                                     NEEDED(INT, downscale_factor), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_groups_args
const struct nn_field fields_f_groups[] = {NEEDED(TENSOR, input), NEEDED(INT, groups),
                                           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_embedding_bag_args
const struct nn_field fields_f_embedding_bag[] = {NEEDED(TENSOR, input),
                                                  NEEDED(TENSOR, weight),
                                                  OPTION(TENSOR, offsets),
                                                  OPTION(FLOAT, max_norm),
                                                  OPTION(FLOAT, norm_type),
                                                  OPTION(BOOL, scale_grad_by_freq),
                                                  OPTION(STRING, mode),
                                                  OPTION(BOOL, sparse),
                                                  OPTION(TENSOR, per_sample_weights),
                                                  OPTION(BOOL, include_last_offset),
                                                  OPTION(INT, padding_idx),
                                                  END_OF_FIELDS};
#undef ARGS
