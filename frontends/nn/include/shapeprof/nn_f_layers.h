#ifndef SHAPEPROF_NN_F_LAYERS_H
#define SHAPEPROF_NN_F_LAYERS_H

// More of torch.nn.functional: layers as functions, whose weights are operands. Include
// <shapeprof/nn.h>. Shapes, dtypes and errors are those of the modules.

#include <shapeprof/nn_functional.h>

// ---- more activations

// Shapes, dtypes and errors are those of the module in nn_activations.h.

struct nn_f_rrelu_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double lower, upper;
    enum nn_flag training;
    bool inplace;
};
// torch.nn.functional.rrelu: slopes drawn from lower (1/8) to upper (1/3) if training, which is
// off where not given.
#define nn_f_rrelu(...) nn_f_rrelu_with(NN_ARGS(f_rrelu, __VA_ARGS__))
nn_tensor *nn_f_rrelu_with(const struct nn_f_rrelu_args *);

// ---- transposed convolutions

// Shapes, dtypes and errors are those of the modules.

struct nn_f_conv_transpose_args {
    struct nn_here nn_here;
    nn_tensor *input, *weight, *bias;
    int64_t stride, padding, output_padding, groups, dilation, strides[NN_MAX_SIZES],
        paddings[NN_MAX_SIZES], output_paddings[NN_MAX_SIZES], dilations[NN_MAX_SIZES];
};
// torch.nn.functional.conv_transpose1d: weight [in, out / groups, kernel].
#define nn_f_conv_transpose1d(...)                                                                 \
    nn_f_conv_transpose1d_with(NN_ARGS(f_conv_transpose, __VA_ARGS__))
nn_tensor *nn_f_conv_transpose1d_with(const struct nn_f_conv_transpose_args *);

// torch.nn.functional.conv_transpose2d: weight [in, out / groups, kernel].
#define nn_f_conv_transpose2d(...)                                                                 \
    nn_f_conv_transpose2d_with(NN_ARGS(f_conv_transpose, __VA_ARGS__))
nn_tensor *nn_f_conv_transpose2d_with(const struct nn_f_conv_transpose_args *);

// torch.nn.functional.conv_transpose3d: weight [in, out / groups, kernel].
#define nn_f_conv_transpose3d(...)                                                                 \
    nn_f_conv_transpose3d_with(NN_ARGS(f_conv_transpose, __VA_ARGS__))
nn_tensor *nn_f_conv_transpose3d_with(const struct nn_f_conv_transpose_args *);

// ---- more pools

// Shapes, dtypes and errors are those of the modules. Functions with indices give
// the result, then i64 positions.

struct nn_f_lp_pool_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double norm_type;
    int64_t kernel_size, stride;
    bool ceil_mode;
    int64_t kernel_sizes[NN_MAX_SIZES], strides[NN_MAX_SIZES];
};
// torch.nn.functional.lp_pool1d: the p-norm of each window.
#define nn_f_lp_pool1d(...) nn_f_lp_pool1d_with(NN_ARGS(f_lp_pool, __VA_ARGS__))
nn_tensor *nn_f_lp_pool1d_with(const struct nn_f_lp_pool_args *);

// torch.nn.functional.lp_pool2d: the p-norm of each window.
#define nn_f_lp_pool2d(...) nn_f_lp_pool2d_with(NN_ARGS(f_lp_pool, __VA_ARGS__))
nn_tensor *nn_f_lp_pool2d_with(const struct nn_f_lp_pool_args *);

// torch.nn.functional.max_pool1d_with_indices.
#define nn_max_pool1d_with_indices(...)                                                            \
    nn_max_pool1d_with_indices_with(NN_ARGS(f_max_pool, __VA_ARGS__))
struct nn_tensors nn_max_pool1d_with_indices_with(const struct nn_f_max_pool_args *);

// torch.nn.functional.max_pool2d_with_indices.
#define nn_max_pool2d_with_indices(...)                                                            \
    nn_max_pool2d_with_indices_with(NN_ARGS(f_max_pool, __VA_ARGS__))
struct nn_tensors nn_max_pool2d_with_indices_with(const struct nn_f_max_pool_args *);

// torch.nn.functional.max_pool3d_with_indices.
#define nn_max_pool3d_with_indices(...)                                                            \
    nn_max_pool3d_with_indices_with(NN_ARGS(f_max_pool, __VA_ARGS__))
struct nn_tensors nn_max_pool3d_with_indices_with(const struct nn_f_max_pool_args *);

// torch.nn.functional.adaptive_max_pool1d_with_indices.
#define nn_adaptive_max_pool1d_with_indices(...)                                                   \
    nn_adaptive_max_pool1d_with_indices_with(NN_ARGS(f_adaptive_pool, __VA_ARGS__))
struct nn_tensors nn_adaptive_max_pool1d_with_indices_with(const struct nn_f_adaptive_pool_args *);

// torch.nn.functional.adaptive_max_pool2d_with_indices.
#define nn_adaptive_max_pool2d_with_indices(...)                                                   \
    nn_adaptive_max_pool2d_with_indices_with(NN_ARGS(f_adaptive_pool, __VA_ARGS__))
struct nn_tensors nn_adaptive_max_pool2d_with_indices_with(const struct nn_f_adaptive_pool_args *);

// torch.nn.functional.adaptive_max_pool3d_with_indices.
#define nn_adaptive_max_pool3d_with_indices(...)                                                   \
    nn_adaptive_max_pool3d_with_indices_with(NN_ARGS(f_adaptive_pool, __VA_ARGS__))
struct nn_tensors nn_adaptive_max_pool3d_with_indices_with(const struct nn_f_adaptive_pool_args *);

struct nn_f_fractional_max_pool_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t kernel_size, output_size;
    double output_ratio;
    int64_t kernel_sizes[NN_MAX_SIZES], output_sizes[NN_MAX_SIZES];
    double output_ratios[NN_MAX_SIZES];
};
// torch.nn.functional.fractional_max_pool2d: random windows that give output_size, or output_ratio
// of the input.
#define nn_f_fractional_max_pool2d(...)                                                            \
    nn_f_fractional_max_pool2d_with(NN_ARGS(f_fractional_max_pool, __VA_ARGS__))
nn_tensor *nn_f_fractional_max_pool2d_with(const struct nn_f_fractional_max_pool_args *);

// torch.nn.functional.fractional_max_pool2d_with_indices.
#define nn_fractional_max_pool2d_with_indices(...)                                                 \
    nn_fractional_max_pool2d_with_indices_with(NN_ARGS(f_fractional_max_pool, __VA_ARGS__))
struct nn_tensors
nn_fractional_max_pool2d_with_indices_with(const struct nn_f_fractional_max_pool_args *);

// torch.nn.functional.fractional_max_pool3d: as of two dimensions, for volumes.
#define nn_f_fractional_max_pool3d(...)                                                            \
    nn_f_fractional_max_pool3d_with(NN_ARGS(f_fractional_max_pool, __VA_ARGS__))
nn_tensor *nn_f_fractional_max_pool3d_with(const struct nn_f_fractional_max_pool_args *);

// torch.nn.functional.fractional_max_pool3d_with_indices.
#define nn_fractional_max_pool3d_with_indices(...)                                                 \
    nn_fractional_max_pool3d_with_indices_with(NN_ARGS(f_fractional_max_pool, __VA_ARGS__))
struct nn_tensors
nn_fractional_max_pool3d_with_indices_with(const struct nn_f_fractional_max_pool_args *);

struct nn_f_max_unpool_args {
    struct nn_here nn_here;
    nn_tensor *input, *indices;
    int64_t kernel_size, stride, padding, output_size, kernel_sizes[NN_MAX_SIZES],
        strides[NN_MAX_SIZES], paddings[NN_MAX_SIZES], output_sizes[NN_MAX_SIZES];
};
// torch.nn.functional.max_unpool2d: puts elements back where a max_pool2d took them.
#define nn_f_max_unpool2d(...) nn_f_max_unpool2d_with(NN_ARGS(f_max_unpool, __VA_ARGS__))
nn_tensor *nn_f_max_unpool2d_with(const struct nn_f_max_unpool_args *);

// torch.nn.functional.max_unpool1d: the same after a max_pool1d.
#define nn_f_max_unpool1d(...) nn_f_max_unpool1d_with(NN_ARGS(f_max_unpool, __VA_ARGS__))
nn_tensor *nn_f_max_unpool1d_with(const struct nn_f_max_unpool_args *);

// torch.nn.functional.max_unpool3d: the same after a max_pool3d.
#define nn_f_max_unpool3d(...) nn_f_max_unpool3d_with(NN_ARGS(f_max_unpool, __VA_ARGS__))
nn_tensor *nn_f_max_unpool3d_with(const struct nn_f_max_unpool_args *);

// ---- more norms

// Shapes, dtypes and errors are those of the modules.

struct nn_f_instance_norm_args {
    struct nn_here nn_here;
    nn_tensor *input, *running_mean, *running_var, *weight, *bias;
    enum nn_flag use_input_stats;
    double momentum, eps;
};
// torch.nn.functional.instance_norm: input [N, C, ...]; use_input_stats is on where not given.
#define nn_f_instance_norm(...) nn_f_instance_norm_with(NN_ARGS(f_instance_norm, __VA_ARGS__))
nn_tensor *nn_f_instance_norm_with(const struct nn_f_instance_norm_args *);

struct nn_f_local_response_norm_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t size;
    double alpha, beta, k;
};
// torch.nn.functional.local_response_norm: over size channels.
#define nn_f_local_response_norm(...)                                                              \
    nn_f_local_response_norm_with(NN_ARGS(f_local_response_norm, __VA_ARGS__))
nn_tensor *nn_f_local_response_norm_with(const struct nn_f_local_response_norm_args *);

// ---- more shapes

// Shapes, dtypes and errors are those of the modules.

struct nn_f_unfold_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t kernel_size, dilation, padding, stride, kernel_sizes[NN_MAX_SIZES],
        dilations[NN_MAX_SIZES], paddings[NN_MAX_SIZES], strides[NN_MAX_SIZES];
};
// torch.nn.functional.unfold: [N, C, H, W] -> [N, C kernel, windows].
#define nn_f_unfold(...) nn_f_unfold_with(NN_ARGS(f_unfold, __VA_ARGS__))
nn_tensor *nn_f_unfold_with(const struct nn_f_unfold_args *);

struct nn_f_fold_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t output_size, kernel_size, dilation, padding, stride, output_sizes[NN_MAX_SIZES],
        kernel_sizes[NN_MAX_SIZES], dilations[NN_MAX_SIZES], paddings[NN_MAX_SIZES],
        strides[NN_MAX_SIZES];
};
// torch.nn.functional.fold: [N, C kernel, windows] -> [N, C, output_size].
#define nn_f_fold(...) nn_f_fold_with(NN_ARGS(f_fold, __VA_ARGS__))
nn_tensor *nn_f_fold_with(const struct nn_f_fold_args *);

struct nn_f_upscale_factor_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t upscale_factor;
};
// torch.nn.functional.pixel_shuffle: [..., C r^2, H, W] -> [..., C, H r, W r].
#define nn_f_pixel_shuffle(...) nn_f_pixel_shuffle_with(NN_ARGS(f_upscale_factor, __VA_ARGS__))
nn_tensor *nn_f_pixel_shuffle_with(const struct nn_f_upscale_factor_args *);

struct nn_f_downscale_factor_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t downscale_factor;
};
// torch.nn.functional.pixel_unshuffle: [..., C, H r, W r] -> [..., C r^2, H, W].
#define nn_f_pixel_unshuffle(...)                                                                  \
    nn_f_pixel_unshuffle_with(NN_ARGS(f_downscale_factor, __VA_ARGS__))
nn_tensor *nn_f_pixel_unshuffle_with(const struct nn_f_downscale_factor_args *);

struct nn_f_groups_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t groups;
};
// torch.nn.functional.channel_shuffle.
#define nn_f_channel_shuffle(...) nn_f_channel_shuffle_with(NN_ARGS(f_groups, __VA_ARGS__))
nn_tensor *nn_f_channel_shuffle_with(const struct nn_f_groups_args *);

// ---- more embeddings

// Shapes, dtypes and errors are those of the modules.

struct nn_f_embedding_bag_args {
    struct nn_here nn_here;
    nn_tensor *input, *weight, *offsets;
    double max_norm, norm_type;
    bool scale_grad_by_freq;
    const char *mode;
    bool sparse;
    nn_tensor *per_sample_weights;
    bool include_last_offset;
    int64_t padding_idx;
};
// torch.nn.functional.embedding_bag: sums, means ("mean") or maxima of rows. input [B, N], or [N]
// with offsets [B].
#define nn_f_embedding_bag(...) nn_f_embedding_bag_with(NN_ARGS(f_embedding_bag, __VA_ARGS__))
nn_tensor *nn_f_embedding_bag_with(const struct nn_f_embedding_bag_args *);

#endif
