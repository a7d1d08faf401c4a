#include "frontends/nn/fields.h"

// The fields of the argument structs of nn_functional.h.

#define ARGS struct nn_unary_args
const struct nn_field fields_unary[] = {NEEDED(TENSOR, input), OPTION(BOOL, inplace),
                                        END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_alpha_args
const struct nn_field fields_f_alpha[] = {NEEDED(TENSOR, input), OPTION(FLOAT, alpha),
                                          OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_gelu_args
const struct nn_field fields_f_gelu[] = {NEEDED(TENSOR, input), OPTION(STRING, approximate),
                                         END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_leaky_relu_args
const struct nn_field fields_f_leaky_relu[] = {NEEDED(TENSOR, input), OPTION(FLOAT, negative_slope),
                                               OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_lambd_args
const struct nn_field fields_f_lambd[] = {NEEDED(TENSOR, input), OPTION(FLOAT, lambd),
                                          END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_hardtanh_args
const struct nn_field fields_f_hardtanh[] = {NEEDED(TENSOR, input), OPTION(FLOAT, min_val),
                                             OPTION(FLOAT, max_val), OPTION(BOOL, inplace),
                                             END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_threshold_args
const struct nn_field fields_f_threshold[] = {NEEDED(TENSOR, input), NEEDED(FLOAT, threshold),
                                              NEEDED(FLOAT, value), OPTION(BOOL, inplace),
                                              END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_softplus_args
const struct nn_field fields_f_softplus[] = {NEEDED(TENSOR, input), OPTION(FLOAT, beta),
                                             OPTION(FLOAT, threshold), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_prelu_args
const struct nn_field fields_f_prelu[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, weight),
                                          END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_dim_args
const struct nn_field fields_f_dim[] = {NEEDED(TENSOR, input), OPTION(INT, dim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_softmax_args
const struct nn_field fields_f_softmax[] = {NEEDED(TENSOR, input), OPTION(INT, dim),
                                            OPTION(DTYPE, dtype), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_dropout_args
const struct nn_field fields_f_dropout[] = {NEEDED(TENSOR, input), OPTION(FLOAT, p),
                                            OPTION(FLAG, training), OPTION(BOOL, inplace),
                                            END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_add_args
const struct nn_field fields_add[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, other),
                                      OPTION(TENSOR, alpha), OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_binary_args
const struct nn_field fields_binary[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, other),
                                         OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_div_args
const struct nn_field fields_div[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, other),
                                      OPTION(STRING, rounding_mode), OPTION(BOOL, inplace),
                                      END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_pow_args
const struct nn_field fields_pow[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, exponent),
                                      OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_clamp_args
const struct nn_field fields_clamp[] = {NEEDED(TENSOR, input), OPTION(TENSOR, min),
                                        OPTION(TENSOR, max), OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_where_args
const struct nn_field fields_where[] = {NEEDED(TENSOR, condition), NEEDED(TENSOR, input),
                                        NEEDED(TENSOR, other), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_matmul_args
const struct nn_field fields_matmul[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, other),
                                         END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_mm_args
const struct nn_field fields_mm[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, mat2), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_mv_args
const struct nn_field fields_mv[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, vec), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_dot_args
const struct nn_field fields_dot[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, tensor), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_outer_args
const struct nn_field fields_outer[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, vec2), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_addmm_args
const struct nn_field fields_addmm[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, mat1),
                                        NEEDED(TENSOR, mat2),  OPTION(TENSOR, beta),
                                        OPTION(TENSOR, alpha), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_baddbmm_args
const struct nn_field fields_baddbmm[] = {NEEDED(TENSOR, input),  NEEDED(TENSOR, batch1),
                                          NEEDED(TENSOR, batch2), OPTION(TENSOR, beta),
                                          OPTION(TENSOR, alpha),  END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_einsum_args
const struct nn_field fields_einsum[] = {NEEDED(STRING, equation), LIST(operands, operands),
                                         END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_cdist_args
const struct nn_field fields_cdist[] = {NEEDED(TENSOR, x1), NEEDED(TENSOR, x2), OPTION(FLOAT, p),
                                        END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_linear_args
const struct nn_field fields_f_linear[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, weight),
                                           OPTION(TENSOR, bias), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_bilinear_args
const struct nn_field fields_f_bilinear[] = {NEEDED(TENSOR, input1), NEEDED(TENSOR, input2),
                                             NEEDED(TENSOR, weight), OPTION(TENSOR, bias),
                                             END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_reduce_args
const struct nn_field fields_reduce[] = {NEEDED(TENSOR, input), OPTION(INT, dim),
                                         OPTION(BOOL, keepdim), OPTION(DTYPE, dtype),
                                         FORM(INTS, dims, dim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_moments_args
const struct nn_field fields_moments[] = {
    NEEDED(TENSOR, input),   OPTION(INT, dim),      OPTION(FLAG, unbiased), OPTION(BOOL, keepdim),
    OPTION(INT, correction), FORM(INTS, dims, dim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_norm_args
const struct nn_field fields_norm[] = {NEEDED(TENSOR, input), OPTION(FLOAT, p),
                                       OPTION(INT, dim),      OPTION(BOOL, keepdim),
                                       FORM(INTS, dims, dim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_along_args
const struct nn_field fields_along[] = {NEEDED(TENSOR, input), OPTION(INT, dim),
                                        OPTION(BOOL, keepdim), FORM(INTS, dims, dim),
                                        END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_cumulative_args
const struct nn_field fields_cumulative[] = {NEEDED(TENSOR, input), NEEDED(INT, dim),
                                             OPTION(DTYPE, dtype), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_axis_args
const struct nn_field fields_axis[] = {NEEDED(TENSOR, input), NEEDED(INT, dim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_sort_args
const struct nn_field fields_sort[] = {NEEDED(TENSOR, input), OPTION(INT, dim),
                                       OPTION(BOOL, descending), OPTION(BOOL, stable),
                                       END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_topk_args
const struct nn_field fields_topk[] = {NEEDED(TENSOR, input), NEEDED(INT, k),
                                       OPTION(INT, dim),      OPTION(FLAG, largest),
                                       OPTION(FLAG, sorted),  END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_narrow_args
const struct nn_field fields_narrow[] = {NEEDED(TENSOR, input), NEEDED(INT, dim),
                                         NEEDED(INT, start), NEEDED(INT, length), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_select_args
const struct nn_field fields_select[] = {NEEDED(TENSOR, input), NEEDED(INT, dim),
                                         NEEDED(INT, index), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_slice_args
const struct nn_field fields_slice[] = {NEEDED(TENSOR, input), NEEDED(INT, dim),
                                        NEEDED(INT, start),    OPTION(INT, end),
                                        OPTION(INT, step),     END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_unfold_axis_args
const struct nn_field fields_unfold_axis[] = {NEEDED(TENSOR, input), NEEDED(INT, dimension),
                                              NEEDED(INT, size), NEEDED(INT, step), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_diagonal_args
const struct nn_field fields_diagonal[] = {NEEDED(TENSOR, input), ZERO(INT, offset),
                                           ZERO(INT, dim1), OPTION(INT, dim2), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_diag_args
const struct nn_field fields_diag[] = {NEEDED(TENSOR, input), ZERO(INT, diagonal),
                                       OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_one_args
const struct nn_field fields_one[] = {NEEDED(TENSOR, input), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_chunk_args
const struct nn_field fields_chunk[] = {NEEDED(TENSOR, input), NEEDED(INT, chunks), ZERO(INT, dim),
                                        END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_split_args
const struct nn_field fields_split[] = {
    NEEDED(TENSOR, input), ZERO_FORM(INT, split_size, split_size_or_sections), ZERO(INT, dim),
    FORM(INTS, sections, split_size_or_sections), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_tensor_split_args
const struct nn_field fields_tensor_split[] = {
    NEEDED(TENSOR, input), FORM(INT, sections, indices_or_sections), ZERO(INT, dim),
    FORM(INTS, indices, indices_or_sections), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_unbind_args
const struct nn_field fields_unbind[] = {NEEDED(TENSOR, input), ZERO(INT, dim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_shape_args
const struct nn_field fields_shape[] = {NEEDED(TENSOR, input), NEEDED_FORM(INTS, shape, shape),
                                        END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_expand_args
const struct nn_field fields_expand[] = {NEEDED(TENSOR, input), NEEDED_FORM(INTS, sizes, sizes),
                                         END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_broadcast_to_args
const struct nn_field fields_broadcast_to[] = {NEEDED(TENSOR, input), NEEDED_FORM(INTS, size, size),
                                               END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_repeat_args
const struct nn_field fields_repeat[] = {NEEDED(TENSOR, input), NEEDED_FORM(INTS, repeats, repeats),
                                         END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_dims_args
const struct nn_field fields_dims[] = {NEEDED(TENSOR, input), NEEDED_FORM(INTS, dims, dims),
                                       END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_flatten_args
const struct nn_field fields_f_flatten[] = {NEEDED(TENSOR, input), ZERO(INT, start_dim),
                                            OPTION(INT, end_dim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_unflatten_args
const struct nn_field fields_f_unflatten[] = {NEEDED(TENSOR, input), NEEDED(INT, dim),
                                              NEEDED_FORM(INTS, sizes, unflattened_size),
                                              END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_transpose_args
const struct nn_field fields_transpose[] = {NEEDED(TENSOR, input), NEEDED(INT, dim0),
                                            NEEDED(INT, dim1), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_movedim_args
const struct nn_field fields_movedim[] = {NEEDED(TENSOR, input),
                                          NEEDED(INT, source),
                                          NEEDED(INT, destination),
                                          FORM(INTS, sources, source),
                                          FORM(INTS, destinations, destination),
                                          END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_squeeze_args
const struct nn_field fields_squeeze[] = {NEEDED(TENSOR, input), OPTION(INT, dim),
                                          FORM(INTS, dims, dim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_roll_args
const struct nn_field fields_roll[] = {NEEDED(TENSOR, input),  FORM(INT, shift, shifts),
                                       FORM(INT, dim, dims),   FORM(INTS, shifts, shifts),
                                       FORM(INTS, dims, dims), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_rot90_args
const struct nn_field fields_rot90[] = {NEEDED(TENSOR, input), OPTION(INT, k),
                                        FORM(INTS, dims, dims), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_repeat_interleave_args
const struct nn_field fields_repeat_interleave[] = {
    NEEDED(TENSOR, input), OPTION(INT, repeats), OPTION(INT, dim),
    FORM(TENSOR, repeats_tensor, repeats), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_to_args
const struct nn_field fields_to[] = {NEEDED(TENSOR, input), NEEDED(DTYPE, dtype), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_like_args
const struct nn_field fields_like[] = {NEEDED(TENSOR, input), OPTION(DTYPE, dtype), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_full_like_args
const struct nn_field fields_full_like[] = {NEEDED(TENSOR, input), NEEDED(FLOAT, fill_value),
                                            OPTION(DTYPE, dtype), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_arange_args
const struct nn_field fields_arange[] = {NEEDED(INT, start), NEEDED(INT, end), OPTION(INT, step),
                                         OPTION(DTYPE, dtype), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_join_args
const struct nn_field fields_join[] = {LIST(tensors, tensors), ZERO(INT, dim), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_tensors_args
const struct nn_field fields_tensors[] = {LIST(tensors, tensors), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_meshgrid_args
const struct nn_field fields_meshgrid[] = {LIST(tensors, tensors), OPTION(STRING, indexing),
                                           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_gather_args
const struct nn_field fields_gather[] = {NEEDED(TENSOR, input), NEEDED(INT, dim),
                                         NEEDED(TENSOR, index), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_scatter_args
const struct nn_field fields_scatter[] = {NEEDED(TENSOR, input), NEEDED(INT, dim),
                                          NEEDED(TENSOR, index), NEEDED(TENSOR, src),
                                          OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_index_add_args
const struct nn_field fields_index_add[] = {
    NEEDED(TENSOR, input), NEEDED(INT, dim),      NEEDED(TENSOR, index), NEEDED(TENSOR, source),
    OPTION(TENSOR, alpha), OPTION(BOOL, inplace), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_masked_fill_args
const struct nn_field fields_masked_fill[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, mask),
                                              NEEDED(TENSOR, value), OPTION(BOOL, inplace),
                                              END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_fill_args
const struct nn_field fields_fill[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, value), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_copy_args
const struct nn_field fields_copy[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, src), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_one_hot_args
const struct nn_field fields_one_hot[] = {NEEDED(TENSOR, input), OPTION(INT, num_classes),
                                          END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_embedding_args
const struct nn_field fields_f_embedding[] = {NEEDED(TENSOR, input),    NEEDED(TENSOR, weight),
                                              OPTION(INT, padding_idx), OPTION(FLOAT, max_norm),
                                              OPTION(FLOAT, norm_type), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_conv_args
const struct nn_field fields_f_conv[] = {NEEDED(TENSOR, input),
                                         NEEDED(TENSOR, weight),
                                         OPTION(TENSOR, bias),
                                         OPTION(INT, stride),
                                         ZERO(INT, padding),
                                         OPTION(INT, dilation),
                                         OPTION(INT, groups),
                                         FORM(STRING, padding_word, padding),
                                         FORM(INTS, strides, stride),
                                         ZERO_FORM(INTS, paddings, padding),
                                         FORM(INTS, dilations, dilation),
                                         END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_max_pool_args
const struct nn_field fields_f_max_pool[] = {NEEDED(TENSOR, input),
                                             NEEDED(INT, kernel_size),
                                             OPTION(INT, stride),
                                             ZERO(INT, padding),
                                             OPTION(INT, dilation),
                                             OPTION(BOOL, ceil_mode),
                                             FORM(INTS, kernel_sizes, kernel_size),
                                             FORM(INTS, strides, stride),
                                             ZERO_FORM(INTS, paddings, padding),
                                             FORM(INTS, dilations, dilation),
                                             END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_avg_pool_args
const struct nn_field fields_f_avg_pool[] = {NEEDED(TENSOR, input),
                                             NEEDED(INT, kernel_size),
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

#define ARGS struct nn_f_adaptive_pool_args
const struct nn_field fields_f_adaptive_pool[] = {NEEDED(TENSOR, input), NEEDED(INT, output_size),
                                                  FORM(INTS, output_sizes, output_size),
                                                  END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_layer_norm_args
const struct nn_field fields_f_layer_norm[] = {
    NEEDED(TENSOR, input),  NEEDED_FORM(INTS, normalized_shape, normalized_shape),
    OPTION(TENSOR, weight), OPTION(TENSOR, bias),
    OPTION(FLOAT, eps),     END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_rms_norm_args
const struct nn_field fields_f_rms_norm[] = {
    NEEDED(TENSOR, input), NEEDED_FORM(INTS, normalized_shape, normalized_shape),
    OPTION(TENSOR, weight), OPTION(FLOAT, eps), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_group_norm_args
const struct nn_field fields_f_group_norm[] = {NEEDED(TENSOR, input),  NEEDED(INT, num_groups),
                                               OPTION(TENSOR, weight), OPTION(TENSOR, bias),
                                               OPTION(FLOAT, eps),     END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_batch_norm_args
const struct nn_field fields_f_batch_norm[] = {
    NEEDED(TENSOR, input),   OPTION(TENSOR, running_mean), OPTION(TENSOR, running_var),
    OPTION(TENSOR, weight),  OPTION(TENSOR, bias),         ZERO(FLAG, training),
    OPTION(FLOAT, momentum), OPTION(FLOAT, eps),           END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_pad_args
const struct nn_field fields_pad[] = {NEEDED(TENSOR, input), ZERO_FORM(INTS, pad, pad),
                                      OPTION(STRING, mode), ZERO(FLOAT, value), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_interpolate_args
const struct nn_field fields_interpolate[] = {NEEDED(TENSOR, input),
                                              OPTION(INT, size),
                                              OPTION(FLOAT, scale_factor),
                                              OPTION(STRING, mode),
                                              OPTION(BOOL, align_corners),
                                              OPTION(BOOL, recompute_scale_factor),
                                              OPTION(BOOL, antialias),
                                              FORM(INTS, sizes, size),
                                              FORM(FLOATS, scale_factors, scale_factor),
                                              END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_f_cosine_similarity_args
const struct nn_field fields_f_cosine_similarity[] = {
    NEEDED(TENSOR, x1), NEEDED(TENSOR, x2), OPTION(INT, dim), OPTION(FLOAT, eps), END_OF_FIELDS};
#undef ARGS

#define ARGS struct nn_cross_args
const struct nn_field fields_cross[] = {NEEDED(TENSOR, input), NEEDED(TENSOR, other),
                                        OPTION(INT, dim), END_OF_FIELDS};
#undef ARGS
