#ifndef SHAPEPROF_NN_WINDOWS_H
#define SHAPEPROF_NN_WINDOWS_H

// The modules of torch.nn that move a window: convolutions, pools. Include
// <shapeprof/nn.h>; nn_layers.h says how arguments are meant.

#include <shapeprof/nn_module.h>

// ---- convolutions

// x [N, C, sizes] or [C, sizes], floating, the dtype of the weight. "same" and "valid" are words
// for the padding: .padding_word = "same". padding_mode is "zeros", "reflect", "replicate" or
// "circular". Errors: channels that do not fit; groups that do not divide them; a kernel larger
// than the padded input; an empty spatial axis; "same" with a stride.

struct nn_conv_args {
    struct nn_here nn_here;
    int64_t in_channels, out_channels, kernel_size, stride, padding, dilation, groups;
    enum nn_flag bias;
    const char *padding_mode;
    enum nn_dtype dtype;
    const char *padding_word;
    int64_t kernel_sizes[NN_MAX_SIZES], strides[NN_MAX_SIZES], paddings[NN_MAX_SIZES],
        dilations[NN_MAX_SIZES];
};
// torch.nn.Conv1d: [N, in_channels, L] -> [N, out_channels, ...].
//   each size: floor((size + 2 padding - dilation (kernel - 1) - 1) / stride) + 1
//   weight [out_channels, in_channels / groups, kernel], bias [out_channels]
#define nn_conv1d(...) nn_conv1d_with(NN_ARGS(conv, __VA_ARGS__))
nn_module *nn_conv1d_with(const struct nn_conv_args *);

// torch.nn.Conv2d: [N, in_channels, H, W] -> [N, out_channels, ...].
//   each size: floor((size + 2 padding - dilation (kernel - 1) - 1) / stride) + 1
//   weight [out_channels, in_channels / groups, kernel], bias [out_channels]
#define nn_conv2d(...) nn_conv2d_with(NN_ARGS(conv, __VA_ARGS__))
nn_module *nn_conv2d_with(const struct nn_conv_args *);

// torch.nn.Conv3d: [N, in_channels, D, H, W] -> [N, out_channels, ...].
//   each size: floor((size + 2 padding - dilation (kernel - 1) - 1) / stride) + 1
//   weight [out_channels, in_channels / groups, kernel], bias [out_channels]
#define nn_conv3d(...) nn_conv3d_with(NN_ARGS(conv, __VA_ARGS__))
nn_module *nn_conv3d_with(const struct nn_conv_args *);

struct nn_conv_transpose_args {
    struct nn_here nn_here;
    int64_t in_channels, out_channels, kernel_size, stride, padding, output_padding, groups;
    enum nn_flag bias;
    int64_t dilation;
    const char *padding_mode;
    enum nn_dtype dtype;
    const char *padding_word;
    int64_t kernel_sizes[NN_MAX_SIZES], strides[NN_MAX_SIZES], paddings[NN_MAX_SIZES],
        output_paddings[NN_MAX_SIZES], dilations[NN_MAX_SIZES];
};
// torch.nn.ConvTranspose1d: [N, in_channels, L] -> [N, out_channels, ...].
//   each size: (size - 1) stride - 2 padding + dilation (kernel - 1) + output_padding + 1
//   weight [in_channels, out_channels / groups, kernel], bias [out_channels]
// nn_call takes .output_size(s). Errors: output_padding not below stride or dilation; an
// output_size that the strides can't give; a padding_mode other than "zeros".
#define nn_conv_transpose1d(...) nn_conv_transpose1d_with(NN_ARGS(conv_transpose, __VA_ARGS__))
nn_module *nn_conv_transpose1d_with(const struct nn_conv_transpose_args *);

// torch.nn.ConvTranspose2d: [N, in_channels, H, W] -> [N, out_channels, ...].
//   each size: (size - 1) stride - 2 padding + dilation (kernel - 1) + output_padding + 1
//   weight [in_channels, out_channels / groups, kernel], bias [out_channels]
// nn_call takes .output_size(s). Errors: output_padding not below stride or dilation; an
// output_size that the strides can't give; a padding_mode other than "zeros".
#define nn_conv_transpose2d(...) nn_conv_transpose2d_with(NN_ARGS(conv_transpose, __VA_ARGS__))
nn_module *nn_conv_transpose2d_with(const struct nn_conv_transpose_args *);

// torch.nn.ConvTranspose3d: [N, in_channels, D, H, W] -> [N, out_channels, ...].
//   each size: (size - 1) stride - 2 padding + dilation (kernel - 1) + output_padding + 1
//   weight [in_channels, out_channels / groups, kernel], bias [out_channels]
// nn_call takes .output_size(s). Errors: output_padding not below stride or dilation; an
// output_size that the strides can't give; a padding_mode other than "zeros".
#define nn_conv_transpose3d(...) nn_conv_transpose3d_with(NN_ARGS(conv_transpose, __VA_ARGS__))
nn_module *nn_conv_transpose3d_with(const struct nn_conv_transpose_args *);

// ---- pools

// x [N, C, sizes] or [C, sizes]. stride is the kernel where not given. With return_indices the
// second result has the i64 positions. Errors: padding above half the kernel; a kernel larger than
// the padded input; an empty spatial axis.

struct nn_max_pool_args {
    struct nn_here nn_here;
    int64_t kernel_size, stride, padding, dilation;
    bool return_indices, ceil_mode;
    int64_t kernel_sizes[NN_MAX_SIZES], strides[NN_MAX_SIZES], paddings[NN_MAX_SIZES],
        dilations[NN_MAX_SIZES];
};
// torch.nn.MaxPool1d: the largest element of each window.
//   each size: floor((size + 2 padding - dilation (kernel - 1) - 1) / stride) + 1, or ceil
#define nn_max_pool1d(...) nn_max_pool1d_with(NN_ARGS(max_pool, __VA_ARGS__))
nn_module *nn_max_pool1d_with(const struct nn_max_pool_args *);

// torch.nn.MaxPool2d: the largest element of each window.
//   each size: floor((size + 2 padding - dilation (kernel - 1) - 1) / stride) + 1, or ceil
#define nn_max_pool2d(...) nn_max_pool2d_with(NN_ARGS(max_pool, __VA_ARGS__))
nn_module *nn_max_pool2d_with(const struct nn_max_pool_args *);

// torch.nn.MaxPool3d: the largest element of each window.
//   each size: floor((size + 2 padding - dilation (kernel - 1) - 1) / stride) + 1, or ceil
#define nn_max_pool3d(...) nn_max_pool3d_with(NN_ARGS(max_pool, __VA_ARGS__))
nn_module *nn_max_pool3d_with(const struct nn_max_pool_args *);

struct nn_avg_pool_args {
    struct nn_here nn_here;
    int64_t kernel_size, stride, padding;
    bool ceil_mode;
    enum nn_flag count_include_pad;
    int64_t divisor_override;
    int64_t kernel_sizes[NN_MAX_SIZES], strides[NN_MAX_SIZES], paddings[NN_MAX_SIZES];
};
// torch.nn.AvgPool1d: the mean of each window.
//   each size: floor((size + 2 padding - kernel) / stride) + 1, or ceil
#define nn_avg_pool1d(...) nn_avg_pool1d_with(NN_ARGS(avg_pool, __VA_ARGS__))
nn_module *nn_avg_pool1d_with(const struct nn_avg_pool_args *);

// torch.nn.AvgPool2d: the mean of each window.
//   each size: floor((size + 2 padding - kernel) / stride) + 1, or ceil
#define nn_avg_pool2d(...) nn_avg_pool2d_with(NN_ARGS(avg_pool, __VA_ARGS__))
nn_module *nn_avg_pool2d_with(const struct nn_avg_pool_args *);

// torch.nn.AvgPool3d: the mean of each window.
//   each size: floor((size + 2 padding - kernel) / stride) + 1, or ceil
#define nn_avg_pool3d(...) nn_avg_pool3d_with(NN_ARGS(avg_pool, __VA_ARGS__))
nn_module *nn_avg_pool3d_with(const struct nn_avg_pool_args *);

struct nn_lp_pool_args {
    struct nn_here nn_here;
    double norm_type;
    int64_t kernel_size, stride;
    bool ceil_mode;
    int64_t kernel_sizes[NN_MAX_SIZES], strides[NN_MAX_SIZES];
};
// torch.nn.LPPool1d: the p-norm of each window.
#define nn_lp_pool1d(...) nn_lp_pool1d_with(NN_ARGS(lp_pool, __VA_ARGS__))
nn_module *nn_lp_pool1d_with(const struct nn_lp_pool_args *);

// torch.nn.LPPool2d: the p-norm of each window.
#define nn_lp_pool2d(...) nn_lp_pool2d_with(NN_ARGS(lp_pool, __VA_ARGS__))
nn_module *nn_lp_pool2d_with(const struct nn_lp_pool_args *);

struct nn_adaptive_max_pool_args {
    struct nn_here nn_here;
    int64_t output_size;
    bool return_indices;
    int64_t output_sizes[NN_MAX_SIZES];
};
// torch.nn.AdaptiveMaxPool1d: windows chosen so that the result has output_size; NN_NONE keeps a
// size.
#define nn_adaptive_max_pool1d(...)                                                                \
    nn_adaptive_max_pool1d_with(NN_ARGS(adaptive_max_pool, __VA_ARGS__))
nn_module *nn_adaptive_max_pool1d_with(const struct nn_adaptive_max_pool_args *);

// torch.nn.AdaptiveMaxPool2d: windows chosen so that the result has output_size; NN_NONE keeps a
// size.
#define nn_adaptive_max_pool2d(...)                                                                \
    nn_adaptive_max_pool2d_with(NN_ARGS(adaptive_max_pool, __VA_ARGS__))
nn_module *nn_adaptive_max_pool2d_with(const struct nn_adaptive_max_pool_args *);

// torch.nn.AdaptiveMaxPool3d: windows chosen so that the result has output_size; NN_NONE keeps a
// size.
#define nn_adaptive_max_pool3d(...)                                                                \
    nn_adaptive_max_pool3d_with(NN_ARGS(adaptive_max_pool, __VA_ARGS__))
nn_module *nn_adaptive_max_pool3d_with(const struct nn_adaptive_max_pool_args *);

struct nn_adaptive_avg_pool_args {
    struct nn_here nn_here;
    int64_t output_size;
    int64_t output_sizes[NN_MAX_SIZES];
};
// torch.nn.AdaptiveAvgPool1d: windows chosen so that the result has output_size; NN_NONE keeps a
// size.
#define nn_adaptive_avg_pool1d(...)                                                                \
    nn_adaptive_avg_pool1d_with(NN_ARGS(adaptive_avg_pool, __VA_ARGS__))
nn_module *nn_adaptive_avg_pool1d_with(const struct nn_adaptive_avg_pool_args *);

// torch.nn.AdaptiveAvgPool2d: windows chosen so that the result has output_size; NN_NONE keeps a
// size.
#define nn_adaptive_avg_pool2d(...)                                                                \
    nn_adaptive_avg_pool2d_with(NN_ARGS(adaptive_avg_pool, __VA_ARGS__))
nn_module *nn_adaptive_avg_pool2d_with(const struct nn_adaptive_avg_pool_args *);

// torch.nn.AdaptiveAvgPool3d: windows chosen so that the result has output_size; NN_NONE keeps a
// size.
#define nn_adaptive_avg_pool3d(...)                                                                \
    nn_adaptive_avg_pool3d_with(NN_ARGS(adaptive_avg_pool, __VA_ARGS__))
nn_module *nn_adaptive_avg_pool3d_with(const struct nn_adaptive_avg_pool_args *);

struct nn_fractional_max_pool_args {
    struct nn_here nn_here;
    int64_t kernel_size, output_size;
    double output_ratio;
    bool return_indices;
    int64_t kernel_sizes[NN_MAX_SIZES], output_sizes[NN_MAX_SIZES];
    double output_ratios[NN_MAX_SIZES];
};
// torch.nn.FractionalMaxPool2d: random windows that give output_size, or output_ratio of the input.
// Errors: neither or both of them; a ratio outside 0 to 1.
#define nn_fractional_max_pool2d(...)                                                              \
    nn_fractional_max_pool2d_with(NN_ARGS(fractional_max_pool, __VA_ARGS__))
nn_module *nn_fractional_max_pool2d_with(const struct nn_fractional_max_pool_args *);

struct nn_max_unpool_args {
    struct nn_here nn_here;
    int64_t kernel_size, stride, padding;
    int64_t kernel_sizes[NN_MAX_SIZES], strides[NN_MAX_SIZES], paddings[NN_MAX_SIZES];
};
// torch.nn.MaxUnpool2d: puts elements back where a MaxPool2d took them: nn_call(unpool, x,
// indices). nn_call takes .output_sizes. Errors: indices of another shape or not i64.
#define nn_max_unpool2d(...) nn_max_unpool2d_with(NN_ARGS(max_unpool, __VA_ARGS__))
nn_module *nn_max_unpool2d_with(const struct nn_max_unpool_args *);

// torch.nn.FractionalMaxPool3d: as of two dimensions, for volumes.
#define nn_fractional_max_pool3d(...)                                                              \
    nn_fractional_max_pool3d_with(NN_ARGS(fractional_max_pool, __VA_ARGS__))
nn_module *nn_fractional_max_pool3d_with(const struct nn_fractional_max_pool_args *);

// torch.nn.MaxUnpool1d: as MaxUnpool2d, after a MaxPool1d.
#define nn_max_unpool1d(...) nn_max_unpool1d_with(NN_ARGS(max_unpool, __VA_ARGS__))
nn_module *nn_max_unpool1d_with(const struct nn_max_unpool_args *);

// torch.nn.MaxUnpool3d: as MaxUnpool2d, after a MaxPool3d.
#define nn_max_unpool3d(...) nn_max_unpool3d_with(NN_ARGS(max_unpool, __VA_ARGS__))
nn_module *nn_max_unpool3d_with(const struct nn_max_unpool_args *);

#endif
