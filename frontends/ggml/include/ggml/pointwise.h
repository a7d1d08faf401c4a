#ifndef SHAPEPROF_GGML_POINTWISE_H
#define SHAPEPROF_GGML_POINTWISE_H

// Operators that go through elements or rows. Those that end in _inplace write into a, and
// return a view of it. A part of ggml.h.

// Two tensors; the second is repeated where it is smaller.
struct ggml_tensor *ggml_add(struct ggml_context *ctx, struct ggml_tensor *a,
                             struct ggml_tensor *b);
struct ggml_tensor *ggml_add_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b);
struct ggml_tensor *ggml_sub(struct ggml_context *ctx, struct ggml_tensor *a,
                             struct ggml_tensor *b);
struct ggml_tensor *ggml_sub_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b);
struct ggml_tensor *ggml_mul(struct ggml_context *ctx, struct ggml_tensor *a,
                             struct ggml_tensor *b);
struct ggml_tensor *ggml_mul_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b);
struct ggml_tensor *ggml_div(struct ggml_context *ctx, struct ggml_tensor *a,
                             struct ggml_tensor *b);
struct ggml_tensor *ggml_div_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b);
struct ggml_tensor *ggml_add_cast(struct ggml_context *ctx, struct ggml_tensor *a,
                                  struct ggml_tensor *b, enum ggml_type type);
struct ggml_tensor *ggml_add_id(struct ggml_context *ctx, struct ggml_tensor *a,
                                struct ggml_tensor *b, struct ggml_tensor *ids);
struct ggml_tensor *ggml_add1(struct ggml_context *ctx, struct ggml_tensor *a,
                              struct ggml_tensor *b);
struct ggml_tensor *ggml_add1_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                      struct ggml_tensor *b);
struct ggml_tensor *ggml_acc(struct ggml_context *ctx, struct ggml_tensor *a, struct ggml_tensor *b,
                             size_t nb1, size_t nb2, size_t nb3, size_t offset);
struct ggml_tensor *ggml_acc_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b, size_t nb1, size_t nb2, size_t nb3,
                                     size_t offset);

// A tensor and numbers.
struct ggml_tensor *ggml_scale(struct ggml_context *ctx, struct ggml_tensor *a, float s);
struct ggml_tensor *ggml_scale_inplace(struct ggml_context *ctx, struct ggml_tensor *a, float s);
struct ggml_tensor *ggml_scale_bias(struct ggml_context *ctx, struct ggml_tensor *a, float s,
                                    float b);
struct ggml_tensor *ggml_scale_bias_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                            float s, float b);
struct ggml_tensor *ggml_clamp(struct ggml_context *ctx, struct ggml_tensor *a, float min,
                               float max);
struct ggml_tensor *ggml_fill(struct ggml_context *ctx, struct ggml_tensor *a, float c);
struct ggml_tensor *ggml_fill_inplace(struct ggml_context *ctx, struct ggml_tensor *a, float c);

// Functions of one number.
struct ggml_tensor *ggml_dup(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_dup_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_sqr(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_sqr_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_sqrt(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_sqrt_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_log(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_log_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_exp(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_exp_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_expm1(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_expm1_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_sin(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_sin_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_cos(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_cos_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_abs(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_abs_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_sgn(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_sgn_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_neg(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_neg_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_step(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_step_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_floor(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_floor_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_ceil(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_ceil_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_round(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_round_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_trunc(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_trunc_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_unary(struct ggml_context *ctx, struct ggml_tensor *a,
                               enum ggml_unary_op op);
struct ggml_tensor *ggml_unary_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                       enum ggml_unary_op op);

// Activations.
struct ggml_tensor *ggml_relu(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_relu_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_leaky_relu(struct ggml_context *ctx, struct ggml_tensor *a,
                                    float negative_slope, bool inplace);
struct ggml_tensor *ggml_elu(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_elu_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_gelu(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_gelu_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_gelu_erf(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_gelu_erf_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_gelu_quick(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_gelu_quick_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_silu(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_silu_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_silu_back(struct ggml_context *ctx, struct ggml_tensor *a,
                                   struct ggml_tensor *b);
struct ggml_tensor *ggml_sigmoid(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_sigmoid_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_tanh(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_tanh_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_softplus(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_softplus_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_hardswish(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_hardsigmoid(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_xielu(struct ggml_context *ctx, struct ggml_tensor *a, float alpha_n,
                               float alpha_p, float beta, float eps);

// Gates: one half of a row opens for the other, or b for a.
struct ggml_tensor *ggml_glu(struct ggml_context *ctx, struct ggml_tensor *a, enum ggml_glu_op op,
                             bool swapped);
struct ggml_tensor *ggml_reglu(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_reglu_swapped(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_geglu(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_geglu_swapped(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_swiglu(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_swiglu_swapped(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_geglu_erf(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_geglu_erf_swapped(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_geglu_quick(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_geglu_quick_swapped(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_glu_split(struct ggml_context *ctx, struct ggml_tensor *a,
                                   struct ggml_tensor *b, enum ggml_glu_op op);
struct ggml_tensor *ggml_reglu_split(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b);
struct ggml_tensor *ggml_geglu_split(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b);
struct ggml_tensor *ggml_swiglu_split(struct ggml_context *ctx, struct ggml_tensor *a,
                                      struct ggml_tensor *b);
struct ggml_tensor *ggml_geglu_erf_split(struct ggml_context *ctx, struct ggml_tensor *a,
                                         struct ggml_tensor *b);
struct ggml_tensor *ggml_geglu_quick_split(struct ggml_context *ctx, struct ggml_tensor *a,
                                           struct ggml_tensor *b);
struct ggml_tensor *ggml_swiglu_oai(struct ggml_context *ctx, struct ggml_tensor *a,
                                    struct ggml_tensor *b, float alpha, float limit);

// Norms.
struct ggml_tensor *ggml_norm(struct ggml_context *ctx, struct ggml_tensor *a, float eps);
struct ggml_tensor *ggml_norm_inplace(struct ggml_context *ctx, struct ggml_tensor *a, float eps);
struct ggml_tensor *ggml_rms_norm(struct ggml_context *ctx, struct ggml_tensor *a, float eps);
struct ggml_tensor *ggml_rms_norm_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                          float eps);
struct ggml_tensor *ggml_group_norm(struct ggml_context *ctx, struct ggml_tensor *a, int n_groups,
                                    float eps);
struct ggml_tensor *ggml_group_norm_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                            int n_groups, float eps);
struct ggml_tensor *ggml_l2_norm(struct ggml_context *ctx, struct ggml_tensor *a, float eps);
struct ggml_tensor *ggml_l2_norm_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                         float eps);
struct ggml_tensor *ggml_rms_norm_back(struct ggml_context *ctx, struct ggml_tensor *a,
                                       struct ggml_tensor *b, float eps);

// Sums, and what is largest.
struct ggml_tensor *ggml_sum(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_sum_rows(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_cumsum(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_mean(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_argmax(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_count_equal(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b);
struct ggml_tensor *ggml_argsort(struct ggml_context *ctx, struct ggml_tensor *a,
                                 enum ggml_sort_order order);
struct ggml_tensor *ggml_argsort_top_k(struct ggml_context *ctx, struct ggml_tensor *a, int k);
struct ggml_tensor *ggml_top_k(struct ggml_context *ctx, struct ggml_tensor *a, int k);

#endif
