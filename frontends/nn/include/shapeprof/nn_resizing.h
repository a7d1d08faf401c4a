#ifndef SHAPEPROF_NN_RESIZING_H
#define SHAPEPROF_NN_RESIZING_H

// The modules of torch.nn that change sizes: padding, shapes, resampling. Include
// <shapeprof/nn.h>; nn_layers.h says how arguments are meant.

#include <shapeprof/nn_module.h>

// ---- padding

// paddings start at the last axis: {left, right, top, bottom, front, back}; one padding for all
// sides. Errors: another count; a result without elements. [..., W] -> [..., left + W + right], and
// so for each axis padded.

struct nn_constant_pad_args {
    struct nn_here nn_here;
    int64_t padding;
    double value;
    int64_t paddings[NN_MAX_SIZES];
};
// torch.nn.ConstantPad1d: filled with value. Negative paddings cut.
#define nn_constant_pad1d(...) nn_constant_pad1d_with(NN_ARGS(constant_pad, __VA_ARGS__))
nn_module *nn_constant_pad1d_with(const struct nn_constant_pad_args *);

// torch.nn.ConstantPad2d: filled with value. Negative paddings cut.
#define nn_constant_pad2d(...) nn_constant_pad2d_with(NN_ARGS(constant_pad, __VA_ARGS__))
nn_module *nn_constant_pad2d_with(const struct nn_constant_pad_args *);

// torch.nn.ConstantPad3d: filled with value. Negative paddings cut.
#define nn_constant_pad3d(...) nn_constant_pad3d_with(NN_ARGS(constant_pad, __VA_ARGS__))
nn_module *nn_constant_pad3d_with(const struct nn_constant_pad_args *);

struct nn_padding_args {
    struct nn_here nn_here;
    int64_t padding;
    int64_t paddings[NN_MAX_SIZES];
};
// torch.nn.ZeroPad1d: filled with 0. Negative paddings cut.
#define nn_zero_pad1d(...) nn_zero_pad1d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_zero_pad1d_with(const struct nn_padding_args *);

// torch.nn.ZeroPad3d: filled with 0. Negative paddings cut.
#define nn_zero_pad3d(...) nn_zero_pad3d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_zero_pad3d_with(const struct nn_padding_args *);

// torch.nn.CircularPad1d: goes on from the other end; each padding is at most the size.
#define nn_circular_pad1d(...) nn_circular_pad1d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_circular_pad1d_with(const struct nn_padding_args *);

// torch.nn.CircularPad2d: goes on from the other end; each padding is at most the size.
#define nn_circular_pad2d(...) nn_circular_pad2d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_circular_pad2d_with(const struct nn_padding_args *);

// torch.nn.CircularPad3d: goes on from the other end; each padding is at most the size.
#define nn_circular_pad3d(...) nn_circular_pad3d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_circular_pad3d_with(const struct nn_padding_args *);

// torch.nn.ZeroPad2d: filled with 0. Negative paddings cut.
#define nn_zero_pad2d(...) nn_zero_pad2d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_zero_pad2d_with(const struct nn_padding_args *);

// torch.nn.ReflectionPad1d: mirrored at the edge; each padding is below the size.
#define nn_reflection_pad1d(...) nn_reflection_pad1d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_reflection_pad1d_with(const struct nn_padding_args *);

// torch.nn.ReflectionPad2d: mirrored at the edge; each padding is below the size.
#define nn_reflection_pad2d(...) nn_reflection_pad2d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_reflection_pad2d_with(const struct nn_padding_args *);

// torch.nn.ReflectionPad3d: mirrored at the edge; each padding is below the size.
#define nn_reflection_pad3d(...) nn_reflection_pad3d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_reflection_pad3d_with(const struct nn_padding_args *);

// torch.nn.ReplicationPad1d: the edge repeated.
#define nn_replication_pad1d(...) nn_replication_pad1d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_replication_pad1d_with(const struct nn_padding_args *);

// torch.nn.ReplicationPad2d: the edge repeated.
#define nn_replication_pad2d(...) nn_replication_pad2d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_replication_pad2d_with(const struct nn_padding_args *);

// torch.nn.ReplicationPad3d: the edge repeated.
#define nn_replication_pad3d(...) nn_replication_pad3d_with(NN_ARGS(padding, __VA_ARGS__))
nn_module *nn_replication_pad3d_with(const struct nn_padding_args *);

// ---- shapes

struct nn_flatten_args {
    struct nn_here nn_here;
    int64_t start_dim, end_dim;
};
// torch.nn.Flatten: axes start_dim (1) to end_dim (-1) become one: [N, C, H, W] -> [N, C H W].
// Errors: no such axis; start_dim behind end_dim.
#define nn_flatten(...) nn_flatten_with(NN_ARGS(flatten, __VA_ARGS__))
nn_module *nn_flatten_with(const struct nn_flatten_args *);

struct nn_unflatten_args {
    struct nn_here nn_here;
    int64_t dim;
    int64_t unflattened_size[NN_MAX_SIZES];
};
// torch.nn.Unflatten: one axis becomes several: nn_unflatten(1, {2, 8}). One size may be -1.
// Errors: the product is another size.
#define nn_unflatten(...) nn_unflatten_with(NN_ARGS(unflatten, __VA_ARGS__))
nn_module *nn_unflatten_with(const struct nn_unflatten_args *);

struct nn_fold_args {
    struct nn_here nn_here;
    int64_t output_size, kernel_size, dilation, padding, stride;
    int64_t output_sizes[NN_MAX_SIZES], kernel_sizes[NN_MAX_SIZES], dilations[NN_MAX_SIZES],
        paddings[NN_MAX_SIZES], strides[NN_MAX_SIZES];
};
// torch.nn.Fold: sums blocks: [N, C K, L] -> [N, C, output_size], K elements a kernel.
// Errors: L is not the number of blocks; K does not divide the channels.
#define nn_fold(...) nn_fold_with(NN_ARGS(fold, __VA_ARGS__))
nn_module *nn_fold_with(const struct nn_fold_args *);

struct nn_unfold_args {
    struct nn_here nn_here;
    int64_t kernel_size, dilation, padding, stride;
    int64_t kernel_sizes[NN_MAX_SIZES], dilations[NN_MAX_SIZES], paddings[NN_MAX_SIZES],
        strides[NN_MAX_SIZES];
};
// torch.nn.Unfold: blocks as columns: [N, C, H, W] -> [N, C K, L]. Errors: another rank; a kernel
// larger than the padded input.
#define nn_unfold(...) nn_unfold_with(NN_ARGS(unfold, __VA_ARGS__))
nn_module *nn_unfold_with(const struct nn_unfold_args *);

struct nn_upsample_args {
    struct nn_here nn_here;
    int64_t size;
    double scale_factor;
    const char *mode;
    bool align_corners, recompute_scale_factor;
    int64_t sizes[NN_MAX_SIZES];
    double scale_factors[NN_MAX_SIZES];
};
// torch.nn.Upsample: to size, or floor(size scale_factor). Modes "nearest", "nearest-exact",
// "linear" (3 axes), "bilinear", "bicubic" (4), "trilinear" (5), "area".
// Errors: neither or both of size and scale_factor; a mode for another rank.
#define nn_upsample(...) nn_upsample_with(NN_ARGS(upsample, __VA_ARGS__))
nn_module *nn_upsample_with(const struct nn_upsample_args *);

// torch.nn.UpsamplingNearest2d: Upsample with "nearest", [N, C, H, W] -> [N, C, sizes]. Errors: as
// there.
#define nn_upsampling_nearest2d(...) nn_upsampling_nearest2d_with(NN_ARGS(upsample, __VA_ARGS__))
nn_module *nn_upsampling_nearest2d_with(const struct nn_upsample_args *);

// torch.nn.UpsamplingBilinear2d: Upsample with "bilinear" and aligned corners, [N, C, H, W] ->
// [N, C, sizes]. Errors: as there.
#define nn_upsampling_bilinear2d(...) nn_upsampling_bilinear2d_with(NN_ARGS(upsample, __VA_ARGS__))
nn_module *nn_upsampling_bilinear2d_with(const struct nn_upsample_args *);

struct nn_upscale_factor_args {
    struct nn_here nn_here;
    int64_t upscale_factor;
};
// torch.nn.PixelShuffle: [..., C r^2, H, W] -> [..., C, H r, W r].
// Errors: r^2 does not divide the channels.
#define nn_pixel_shuffle(...) nn_pixel_shuffle_with(NN_ARGS(upscale_factor, __VA_ARGS__))
nn_module *nn_pixel_shuffle_with(const struct nn_upscale_factor_args *);

struct nn_downscale_factor_args {
    struct nn_here nn_here;
    int64_t downscale_factor;
};
// torch.nn.PixelUnshuffle: [..., C, H r, W r] -> [..., C r^2, H, W].
// Errors: r does not divide the sizes.
#define nn_pixel_unshuffle(...) nn_pixel_unshuffle_with(NN_ARGS(downscale_factor, __VA_ARGS__))
nn_module *nn_pixel_unshuffle_with(const struct nn_downscale_factor_args *);

struct nn_groups_args {
    struct nn_here nn_here;
    int64_t groups;
};
// torch.nn.ChannelShuffle: mixes the channels of groups; the shape stays.
// Errors: groups does not divide the channels.
#define nn_channel_shuffle(...) nn_channel_shuffle_with(NN_ARGS(groups, __VA_ARGS__))
nn_module *nn_channel_shuffle_with(const struct nn_groups_args *);

#endif
