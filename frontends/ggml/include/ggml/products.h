#ifndef SHAPEPROF_GGML_PRODUCTS_H
#define SHAPEPROF_GGML_PRODUCTS_H

// Matrix products, and operators that move elements without changing them. A part of ggml.h.

// Products: mul_mat gives a's rows by b's rows, each the sum over axis 0.
struct ggml_tensor *ggml_mul_mat(struct ggml_context *ctx, struct ggml_tensor *a,
                                 struct ggml_tensor *b);
struct ggml_tensor *ggml_mul_mat_id(struct ggml_context *ctx, struct ggml_tensor *as,
                                    struct ggml_tensor *b, struct ggml_tensor *ids);
struct ggml_tensor *ggml_out_prod(struct ggml_context *ctx, struct ggml_tensor *a,
                                  struct ggml_tensor *b);
void ggml_mul_mat_set_prec(struct ggml_tensor *a, enum ggml_prec prec);
void ggml_mul_mat_set_hint(struct ggml_tensor *a, enum ggml_op_hint hint);
struct ggml_tensor *ggml_solve_tri(struct ggml_context *ctx, struct ggml_tensor *a,
                                   struct ggml_tensor *b, bool left, bool lower, bool uni);

// Copies.
struct ggml_tensor *ggml_cpy(struct ggml_context *ctx, struct ggml_tensor *a,
                             struct ggml_tensor *b);
struct ggml_tensor *ggml_cast(struct ggml_context *ctx, struct ggml_tensor *a, enum ggml_type type);
struct ggml_tensor *ggml_cont(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_cont_1d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0);
struct ggml_tensor *ggml_cont_2d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                 int64_t ne1);
struct ggml_tensor *ggml_cont_3d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                 int64_t ne1, int64_t ne2);
struct ggml_tensor *ggml_cont_4d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                 int64_t ne1, int64_t ne2, int64_t ne3);
struct ggml_tensor *ggml_set(struct ggml_context *ctx, struct ggml_tensor *a, struct ggml_tensor *b,
                             size_t nb1, size_t nb2, size_t nb3, size_t offset);
struct ggml_tensor *ggml_set_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b, size_t nb1, size_t nb2, size_t nb3,
                                     size_t offset);
struct ggml_tensor *ggml_set_1d(struct ggml_context *ctx, struct ggml_tensor *a,
                                struct ggml_tensor *b, size_t offset);
struct ggml_tensor *ggml_set_1d_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                        struct ggml_tensor *b, size_t offset);
struct ggml_tensor *ggml_set_2d(struct ggml_context *ctx, struct ggml_tensor *a,
                                struct ggml_tensor *b, size_t nb1, size_t offset);
struct ggml_tensor *ggml_set_2d_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                        struct ggml_tensor *b, size_t nb1, size_t offset);

// The same bytes in another shape.
struct ggml_tensor *ggml_reshape(struct ggml_context *ctx, struct ggml_tensor *a,
                                 struct ggml_tensor *b);
struct ggml_tensor *ggml_reshape_1d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0);
struct ggml_tensor *ggml_reshape_2d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                    int64_t ne1);
struct ggml_tensor *ggml_reshape_3d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                    int64_t ne1, int64_t ne2);
struct ggml_tensor *ggml_reshape_4d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                    int64_t ne1, int64_t ne2, int64_t ne3);
struct ggml_tensor *ggml_view_1d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                 size_t offset);
struct ggml_tensor *ggml_view_2d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                 int64_t ne1, size_t nb1, size_t offset);
struct ggml_tensor *ggml_view_3d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                 int64_t ne1, int64_t ne2, size_t nb1, size_t nb2, size_t offset);
struct ggml_tensor *ggml_view_4d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                 int64_t ne1, int64_t ne2, int64_t ne3, size_t nb1, size_t nb2,
                                 size_t nb3, size_t offset);
struct ggml_tensor *ggml_permute(struct ggml_context *ctx, struct ggml_tensor *a, int axis0,
                                 int axis1, int axis2, int axis3);
struct ggml_tensor *ggml_transpose(struct ggml_context *ctx, struct ggml_tensor *a);

// More of the same.
struct ggml_tensor *ggml_repeat(struct ggml_context *ctx, struct ggml_tensor *a,
                                struct ggml_tensor *b);
struct ggml_tensor *ggml_repeat_4d(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                   int64_t ne1, int64_t ne2, int64_t ne3);
struct ggml_tensor *ggml_repeat_back(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b);
struct ggml_tensor *ggml_concat(struct ggml_context *ctx, struct ggml_tensor *a,
                                struct ggml_tensor *b, int dim);

// Rows by their number.
struct ggml_tensor *ggml_get_rows(struct ggml_context *ctx, struct ggml_tensor *a,
                                  struct ggml_tensor *b);
struct ggml_tensor *ggml_get_rows_back(struct ggml_context *ctx, struct ggml_tensor *a,
                                       struct ggml_tensor *b, struct ggml_tensor *c);
struct ggml_tensor *ggml_set_rows(struct ggml_context *ctx, struct ggml_tensor *a,
                                  struct ggml_tensor *b, struct ggml_tensor *c);

// Diagonals and triangles.
struct ggml_tensor *ggml_diag(struct ggml_context *ctx, struct ggml_tensor *a);
struct ggml_tensor *ggml_diag_mask_inf(struct ggml_context *ctx, struct ggml_tensor *a, int n_past);
struct ggml_tensor *ggml_diag_mask_inf_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                               int n_past);
struct ggml_tensor *ggml_diag_mask_zero(struct ggml_context *ctx, struct ggml_tensor *a,
                                        int n_past);
struct ggml_tensor *ggml_diag_mask_zero_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                                int n_past);
struct ggml_tensor *ggml_tri(struct ggml_context *ctx, struct ggml_tensor *a,
                             enum ggml_tri_type type);

// Edges.
struct ggml_tensor *ggml_pad(struct ggml_context *ctx, struct ggml_tensor *a, int p0, int p1,
                             int p2, int p3);
struct ggml_tensor *ggml_pad_circular(struct ggml_context *ctx, struct ggml_tensor *a, int p0,
                                      int p1, int p2, int p3);
struct ggml_tensor *ggml_pad_ext(struct ggml_context *ctx, struct ggml_tensor *a, int lp0, int rp0,
                                 int lp1, int rp1, int lp2, int rp2, int lp3, int rp3);
struct ggml_tensor *ggml_pad_ext_circular(struct ggml_context *ctx, struct ggml_tensor *a, int lp0,
                                          int rp0, int lp1, int rp1, int lp2, int rp2, int lp3,
                                          int rp3);
struct ggml_tensor *ggml_pad_reflect_1d(struct ggml_context *ctx, struct ggml_tensor *a, int p0,
                                        int p1);
struct ggml_tensor *ggml_roll(struct ggml_context *ctx, struct ggml_tensor *a, int shift0,
                              int shift1, int shift2, int shift3);

// Numbers from nothing.
struct ggml_tensor *ggml_arange(struct ggml_context *ctx, float start, float stop, float step);
struct ggml_tensor *ggml_timestep_embedding(struct ggml_context *ctx, struct ggml_tensor *timesteps,
                                            int dim, int max_period);

#endif
