#ifndef SHAPEPROF_GGML_SEQUENCE_H
#define SHAPEPROF_GGML_SEQUENCE_H

// Attention, positions and recurrences; operators that a program writes itself. A part of ggml.h.

// Softmax of rows, with a mask and slopes where there are heads.
struct ggml_tensor *ggml_soft_max(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_soft_max_inplace(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_soft_max_ext(struct ggml_context *ctx, struct ggml_tensor *a,
                                      struct ggml_tensor *mask, float scale, float max_bias);
struct ggml_tensor *ggml_soft_max_ext_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                              struct ggml_tensor *mask, float scale,
                                              float max_bias);
void ggml_soft_max_add_sinks(struct ggml_tensor *a, struct ggml_tensor *sinks);
struct ggml_tensor *ggml_soft_max_ext_back(struct ggml_context *ctx, struct ggml_tensor *a,
                                           struct ggml_tensor *b, float scale, float max_bias);
struct ggml_tensor *ggml_soft_max_ext_back_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                                   struct ggml_tensor *b, float scale,
                                                   float max_bias);

// Attention in one operator.
struct ggml_tensor *ggml_flash_attn_ext(struct ggml_context *ctx, struct ggml_tensor *q,
                                        struct ggml_tensor *k, struct ggml_tensor *v,
                                        struct ggml_tensor *mask, float scale, float max_bias,
                                        float logit_softcap);
void ggml_flash_attn_ext_set_prec(struct ggml_tensor *a, enum ggml_prec prec);
enum ggml_prec ggml_flash_attn_ext_get_prec(const struct ggml_tensor *a);
void ggml_flash_attn_ext_add_sinks(struct ggml_tensor *a, struct ggml_tensor *sinks);
struct ggml_tensor *ggml_flash_attn_back(struct ggml_context *ctx, struct ggml_tensor *q,
                                         struct ggml_tensor *k, struct ggml_tensor *v,
                                         struct ggml_tensor *d, bool masked);

// Rotary positions.
struct ggml_tensor *ggml_rope(struct ggml_context *ctx, struct ggml_tensor *a,
                              struct ggml_tensor *b, int n_dims, int mode);
struct ggml_tensor *ggml_rope_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                      struct ggml_tensor *b, int n_dims, int mode);
struct ggml_tensor *ggml_rope_ext(struct ggml_context *ctx, struct ggml_tensor *a,
                                  struct ggml_tensor *b, struct ggml_tensor *c, int n_dims,
                                  int mode, int n_ctx_orig, float freq_base, float freq_scale,
                                  float ext_factor, float attn_factor, float beta_fast,
                                  float beta_slow);
struct ggml_tensor *ggml_rope_ext_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                          struct ggml_tensor *b, struct ggml_tensor *c, int n_dims,
                                          int mode, int n_ctx_orig, float freq_base,
                                          float freq_scale, float ext_factor, float attn_factor,
                                          float beta_fast, float beta_slow);
struct ggml_tensor *ggml_rope_multi(struct ggml_context *ctx, struct ggml_tensor *a,
                                    struct ggml_tensor *b, struct ggml_tensor *c, int n_dims,
                                    int *sections, int mode, int n_ctx_orig, float freq_base,
                                    float freq_scale, float ext_factor, float attn_factor,
                                    float beta_fast, float beta_slow);
struct ggml_tensor *ggml_rope_multi_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                            struct ggml_tensor *b, struct ggml_tensor *c,
                                            int n_dims, int *sections, int mode, int n_ctx_orig,
                                            float freq_base, float freq_scale, float ext_factor,
                                            float attn_factor, float beta_fast, float beta_slow);
struct ggml_tensor *ggml_rope_custom(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b, int n_dims, int mode, int n_ctx_orig,
                                     float freq_base, float freq_scale, float ext_factor,
                                     float attn_factor, float beta_fast, float beta_slow);
struct ggml_tensor *ggml_rope_custom_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                             struct ggml_tensor *b, int n_dims, int mode,
                                             int n_ctx_orig, float freq_base, float freq_scale,
                                             float ext_factor, float attn_factor, float beta_fast,
                                             float beta_slow);
struct ggml_tensor *ggml_rope_ext_back(struct ggml_context *ctx, struct ggml_tensor *a,
                                       struct ggml_tensor *b, struct ggml_tensor *c, int n_dims,
                                       int mode, int n_ctx_orig, float freq_base, float freq_scale,
                                       float ext_factor, float attn_factor, float beta_fast,
                                       float beta_slow);
struct ggml_tensor *ggml_rope_multi_back(struct ggml_context *ctx, struct ggml_tensor *a,
                                         struct ggml_tensor *b, struct ggml_tensor *c, int n_dims,
                                         int *sections, int mode, int n_ctx_orig, float freq_base,
                                         float freq_scale, float ext_factor, float attn_factor,
                                         float beta_fast, float beta_slow);
struct ggml_tensor *ggml_rope_set_offset(struct ggml_tensor *a, int n_offs);
void ggml_rope_yarn_corr_dims(int n_dims, int n_ctx_orig, float freq_base, float beta_fast,
                              float beta_slow, float *dims);

// State spaces and linear attention.
struct ggml_tensor *ggml_ssm_conv(struct ggml_context *ctx, struct ggml_tensor *sx,
                                  struct ggml_tensor *c);
struct ggml_tensor *ggml_ssm_scan(struct ggml_context *ctx, struct ggml_tensor *s,
                                  struct ggml_tensor *x, struct ggml_tensor *dt,
                                  struct ggml_tensor *A, struct ggml_tensor *B,
                                  struct ggml_tensor *C, struct ggml_tensor *ids, int64_t K);
struct ggml_tensor *ggml_rwkv_wkv6(struct ggml_context *ctx, struct ggml_tensor *k,
                                   struct ggml_tensor *v, struct ggml_tensor *r,
                                   struct ggml_tensor *tf, struct ggml_tensor *td,
                                   struct ggml_tensor *state);
struct ggml_tensor *ggml_rwkv_wkv7(struct ggml_context *ctx, struct ggml_tensor *r,
                                   struct ggml_tensor *w, struct ggml_tensor *k,
                                   struct ggml_tensor *v, struct ggml_tensor *a,
                                   struct ggml_tensor *b, struct ggml_tensor *state);
struct ggml_tensor *ggml_gated_linear_attn(struct ggml_context *ctx, struct ggml_tensor *k,
                                           struct ggml_tensor *v, struct ggml_tensor *q,
                                           struct ggml_tensor *g, struct ggml_tensor *state,
                                           float scale);
struct ggml_tensor *ggml_gated_delta_net(struct ggml_context *ctx, struct ggml_tensor *q,
                                         struct ggml_tensor *k, struct ggml_tensor *v,
                                         struct ggml_tensor *g, struct ggml_tensor *beta,
                                         struct ggml_tensor *state, int64_t K);

// Parts of single families of models.
struct ggml_tensor *ggml_lightning_indexer(struct ggml_context *ctx, struct ggml_tensor *q,
                                           struct ggml_tensor *k, struct ggml_tensor *weights,
                                           struct ggml_tensor *mask);
struct ggml_tensor *ggml_dsv4_hc_comb(struct ggml_context *ctx, struct ggml_tensor *mixes,
                                      struct ggml_tensor *scale, struct ggml_tensor *base,
                                      float eps, int32_t n_iter);
struct ggml_tensor *ggml_dsv4_hc_pre(struct ggml_context *ctx, struct ggml_tensor *x,
                                     struct ggml_tensor *weights);
struct ggml_tensor *ggml_dsv4_hc_post(struct ggml_context *ctx, struct ggml_tensor *x,
                                      struct ggml_tensor *residual, struct ggml_tensor *post,
                                      struct ggml_tensor *comb);

// A program's own operators: thread ith of nth does its share.
typedef void (*ggml_custom1_op_t)(struct ggml_tensor *dst, const struct ggml_tensor *a, int ith,
                                  int nth, void *userdata);
typedef void (*ggml_custom2_op_t)(struct ggml_tensor *dst, const struct ggml_tensor *a,
                                  const struct ggml_tensor *b, int ith, int nth, void *userdata);
typedef void (*ggml_custom3_op_t)(struct ggml_tensor *dst, const struct ggml_tensor *a,
                                  const struct ggml_tensor *b, const struct ggml_tensor *c, int ith,
                                  int nth, void *userdata);
typedef void (*ggml_custom_op_t)(struct ggml_tensor *dst, int ith, int nth, void *userdata);
#define GGML_N_TASKS_MAX (-1)
struct ggml_tensor *ggml_map_custom1(struct ggml_context *ctx, struct ggml_tensor *a,
                                     ggml_custom1_op_t fun, int n_tasks, void *userdata);
struct ggml_tensor *ggml_map_custom1_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                             ggml_custom1_op_t fun, int n_tasks, void *userdata);
struct ggml_tensor *ggml_map_custom2(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b, ggml_custom2_op_t fun, int n_tasks,
                                     void *userdata);
struct ggml_tensor *ggml_map_custom2_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                             struct ggml_tensor *b, ggml_custom2_op_t fun,
                                             int n_tasks, void *userdata);
struct ggml_tensor *ggml_map_custom3(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b, struct ggml_tensor *c,
                                     ggml_custom3_op_t fun, int n_tasks, void *userdata);
struct ggml_tensor *ggml_map_custom3_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                             struct ggml_tensor *b, struct ggml_tensor *c,
                                             ggml_custom3_op_t fun, int n_tasks, void *userdata);
struct ggml_tensor *ggml_custom_4d(struct ggml_context *ctx, enum ggml_type type, int64_t ne0,
                                   int64_t ne1, int64_t ne2, int64_t ne3, struct ggml_tensor **args,
                                   int n_args, ggml_custom_op_t fun, int n_tasks, void *userdata);
struct ggml_tensor *ggml_custom_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                        struct ggml_tensor **args, int n_args, ggml_custom_op_t fun,
                                        int n_tasks, void *userdata);

#endif
