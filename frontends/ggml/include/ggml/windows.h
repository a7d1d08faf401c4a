#ifndef SHAPEPROF_GGML_WINDOWS_H
#define SHAPEPROF_GGML_WINDOWS_H

// Operators that slide a window. Kernels are [KW, KH, IC, OC]; s is the step, p the edge, d the
// distance within the window. A part of ggml.h.

// One axis.
struct ggml_tensor *ggml_conv_1d(struct ggml_context *ctx, struct ggml_tensor *a,
                                 struct ggml_tensor *b, int s0, int p0, int d0);
struct ggml_tensor *ggml_conv_1d_ph(struct ggml_context *ctx, struct ggml_tensor *a,
                                    struct ggml_tensor *b, int s, int d);
struct ggml_tensor *ggml_conv_1d_dw(struct ggml_context *ctx, struct ggml_tensor *a,
                                    struct ggml_tensor *b, int s0, int p0, int d0);
struct ggml_tensor *ggml_conv_1d_dw_ph(struct ggml_context *ctx, struct ggml_tensor *a,
                                       struct ggml_tensor *b, int s0, int d0);
struct ggml_tensor *ggml_conv_transpose_1d(struct ggml_context *ctx, struct ggml_tensor *a,
                                           struct ggml_tensor *b, int s0, int p0, int d0);

// Two axes.
struct ggml_tensor *ggml_conv_2d(struct ggml_context *ctx, struct ggml_tensor *a,
                                 struct ggml_tensor *b, int s0, int s1, int p0, int p1, int d0,
                                 int d1);
struct ggml_tensor *ggml_conv_2d_sk_p0(struct ggml_context *ctx, struct ggml_tensor *a,
                                       struct ggml_tensor *b);
struct ggml_tensor *ggml_conv_2d_s1_ph(struct ggml_context *ctx, struct ggml_tensor *a,
                                       struct ggml_tensor *b);
struct ggml_tensor *ggml_conv_2d_dw(struct ggml_context *ctx, struct ggml_tensor *a,
                                    struct ggml_tensor *b, int s0, int s1, int p0, int p1, int d0,
                                    int d1);
struct ggml_tensor *ggml_conv_2d_dw_direct(struct ggml_context *ctx, struct ggml_tensor *a,
                                           struct ggml_tensor *b, int stride0, int stride1,
                                           int pad0, int pad1, int dilation0, int dilation1);
struct ggml_tensor *ggml_conv_2d_direct(struct ggml_context *ctx, struct ggml_tensor *a,
                                        struct ggml_tensor *b, int s0, int s1, int p0, int p1,
                                        int d0, int d1);
struct ggml_tensor *ggml_conv_transpose_2d_p0(struct ggml_context *ctx, struct ggml_tensor *a,
                                              struct ggml_tensor *b, int stride);

// Three axes.
struct ggml_tensor *ggml_conv_3d(struct ggml_context *ctx, struct ggml_tensor *a,
                                 struct ggml_tensor *b, int64_t IC, int s0, int s1, int s2, int p0,
                                 int p1, int p2, int d0, int d1, int d2);
struct ggml_tensor *ggml_conv_3d_direct(struct ggml_context *ctx, struct ggml_tensor *a,
                                        struct ggml_tensor *b, int s0, int s1, int s2, int p0,
                                        int p1, int p2, int d0, int d1, int d2, int n_channels,
                                        int n_batch, int n_channels_out);

// The windows themselves, as a matrix.
struct ggml_tensor *ggml_im2col(struct ggml_context *ctx, struct ggml_tensor *a,
                                struct ggml_tensor *b, int s0, int s1, int p0, int p1, int d0,
                                int d1, bool is_2D, enum ggml_type dst_type);
struct ggml_tensor *ggml_im2col_back(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *b, int64_t *ne, int s0, int s1, int p0,
                                     int p1, int d0, int d1, bool is_2D);
struct ggml_tensor *ggml_im2col_3d(struct ggml_context *ctx, struct ggml_tensor *a,
                                   struct ggml_tensor *b, int64_t IC, int s0, int s1, int s2,
                                   int p0, int p1, int p2, int d0, int d1, int d2,
                                   enum ggml_type dst_type);
struct ggml_tensor *ggml_col2im_1d(struct ggml_context *ctx, struct ggml_tensor *a, int s0, int oc,
                                   int p0);

// Pooling; the edges are floats.
struct ggml_tensor *ggml_pool_1d(struct ggml_context *ctx, struct ggml_tensor *a,
                                 enum ggml_op_pool op, int k0, int s0, int p0);
struct ggml_tensor *ggml_pool_2d(struct ggml_context *ctx, struct ggml_tensor *a,
                                 enum ggml_op_pool op, int k0, int k1, int s0, int s1, float p0,
                                 float p1);
struct ggml_tensor *ggml_pool_2d_back(struct ggml_context *ctx, struct ggml_tensor *a,
                                      struct ggml_tensor *af, enum ggml_op_pool op, int k0, int k1,
                                      int s0, int s1, float p0, float p1);

// Another size.
struct ggml_tensor *ggml_upscale(struct ggml_context *ctx, struct ggml_tensor *a, int scale_factor,
                                 enum ggml_scale_mode mode);
struct ggml_tensor *ggml_upscale_ext(struct ggml_context *ctx, struct ggml_tensor *a, int ne0,
                                     int ne1, int ne2, int ne3, enum ggml_scale_mode mode);
struct ggml_tensor *ggml_interpolate(struct ggml_context *ctx, struct ggml_tensor *a, int64_t ne0,
                                     int64_t ne1, int64_t ne2, int64_t ne3, uint32_t mode);

// Windows of an image, as SAM cuts them.
struct ggml_tensor *ggml_win_part(struct ggml_context *ctx, struct ggml_tensor *a, int w);
struct ggml_tensor *ggml_win_unpart(struct ggml_context *ctx, struct ggml_tensor *a, int w0, int h0,
                                    int w);
struct ggml_tensor *ggml_get_rel_pos(struct ggml_context *ctx, struct ggml_tensor *a, int qh,
                                     int kh);
struct ggml_tensor *ggml_add_rel_pos(struct ggml_context *ctx, struct ggml_tensor *a,
                                     struct ggml_tensor *pw, struct ggml_tensor *ph);
struct ggml_tensor *ggml_add_rel_pos_inplace(struct ggml_context *ctx, struct ggml_tensor *a,
                                             struct ggml_tensor *pw, struct ggml_tensor *ph);

#endif
