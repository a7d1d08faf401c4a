#ifndef SHAPEPROF_NN_LAYERS_H
#define SHAPEPROF_NN_LAYERS_H

// The modules of torch.nn with parameters or shapes of their own. Include
// <shapeprof/nn.h>.
//
// Each function makes a module, to be called with nn_call. The arguments stand
// in PyTorch's order; those without a default are always given, so a 0 there is
// a 0. An argument that PyTorch's constructor refuses is a finding, and every
// call of the module is poisoned. `dtype` is that of the parameters, NN_F32
// where not given.

#include <shapeprof/nn_module.h>

// ---- linear layers

// torch.nn.Identity: gives its input on. Any shape and dtype.
#define nn_identity(...) nn_identity_with(NN_ARGS(none, __VA_ARGS__))
nn_module *nn_identity_with(const struct nn_none_args *);

struct nn_linear_args {
    struct nn_here nn_here;
    int64_t in_features, out_features;
    enum nn_flag bias;
    enum nn_dtype dtype;
};
// torch.nn.Linear: y = x A^T + b over the last axis.
//   x [..., in_features] -> [..., out_features]; floating, the dtype of the weight
//   weight [out_features, in_features], bias [out_features]
// Errors: the last axis is not in_features; another dtype than the weight's.
#define nn_linear(...) nn_linear_with(NN_ARGS(linear, __VA_ARGS__))
nn_module *nn_linear_with(const struct nn_linear_args *);

struct nn_bilinear_args {
    struct nn_here nn_here;
    int64_t in1_features, in2_features, out_features;
    enum nn_flag bias;
    enum nn_dtype dtype;
};
// torch.nn.Bilinear: y = x1^T A x2 + b over the last axes of two inputs.
//   x1 [..., in1_features], x2 [..., in2_features] -> [..., out_features]
//   weight [out_features, in1_features, in2_features], bias [out_features]
// Errors: a last axis that does not fit; leading axes that differ.
#define nn_bilinear(...) nn_bilinear_with(NN_ARGS(bilinear, __VA_ARGS__))
nn_module *nn_bilinear_with(const struct nn_bilinear_args *);

// ---- containers

struct nn_sequential_args {
    struct nn_here nn_here;
    nn_module *modules[1 + NN_MAX_LIST]; // the first is not used, so that there may be none
};
// torch.nn.Sequential: each module gets the result of the one before; shape and dtype are those of
// the last. Children are named 0, 1, 2, ... At most NN_MAX_LIST are written out; nn_append adds
// more. Without modules it gives its input on.
// Errors: a module that is none; what a module refuses is told at that module.
#define nn_sequential(...) nn_sequential_with(NN_ARGS(sequential, .modules = {NULL, __VA_ARGS__}))
nn_module *nn_sequential_with(const struct nn_sequential_args *);

// torch.nn.ModuleList: holds modules named 0, 1, 2, ...; it has no forward and no shape.
// Errors: a call.
#define nn_module_list(...) nn_module_list_with(NN_ARGS(sequential, .modules = {NULL, __VA_ARGS__}))
nn_module *nn_module_list_with(const struct nn_sequential_args *);

// ---- embeddings

struct nn_embedding_args {
    struct nn_here nn_here;
    int64_t num_embeddings, embedding_dim, padding_idx;
    double max_norm, norm_type;
    bool scale_grad_by_freq, sparse;
    enum nn_dtype dtype;
};
// torch.nn.Embedding: rows of a table.
//   x [...], i64 or i32 -> [..., embedding_dim]
//   weight [num_embeddings, embedding_dim]
// Errors: indices of another dtype; padding_idx outside the table.
#define nn_embedding(...) nn_embedding_with(NN_ARGS(embedding, __VA_ARGS__))
nn_module *nn_embedding_with(const struct nn_embedding_args *);

struct nn_embedding_bag_args {
    struct nn_here nn_here;
    int64_t num_embeddings, embedding_dim;
    double max_norm, norm_type;
    bool scale_grad_by_freq;
    const char *mode;
    bool sparse, include_last_offset;
    int64_t padding_idx;
    enum nn_dtype dtype;
};
// torch.nn.EmbeddingBag: sums, means ("mean") or maxima of rows.
//   x [B, N] -> [B, embedding_dim]; or x [N] with offsets [B], the second input
// Errors: both forms at once; another mode; per_sample_weights without mode "sum".
#define nn_embedding_bag(...) nn_embedding_bag_with(NN_ARGS(embedding_bag, __VA_ARGS__))
nn_module *nn_embedding_bag_with(const struct nn_embedding_bag_args *);

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

// ---- normalisation

// Shape and dtype stay; floating, the dtype of the parameters. Errors: channels or last axes that
// are others than those of the parameters; another dtype; a rank that the module is not for.

struct nn_batch_norm_args {
    struct nn_here nn_here;
    int64_t num_features;
    double eps, momentum;
    enum nn_flag affine, track_running_stats;
    enum nn_dtype dtype;
};
// torch.nn.BatchNorm1d: x [N, C] or [N, C, L], over all but the channels.
//   weight, bias [num_features]; buffers running_mean, running_var [num_features],
//   num_batches_tracked i64 []
// Errors: other channels; one value a channel in training.
#define nn_batch_norm1d(...) nn_batch_norm1d_with(NN_ARGS(batch_norm, __VA_ARGS__))
nn_module *nn_batch_norm1d_with(const struct nn_batch_norm_args *);

// torch.nn.BatchNorm2d: x [N, C, H, W], over all but the channels.
//   weight, bias [num_features]; buffers running_mean, running_var [num_features],
//   num_batches_tracked i64 []
// Errors: other channels; one value a channel in training.
#define nn_batch_norm2d(...) nn_batch_norm2d_with(NN_ARGS(batch_norm, __VA_ARGS__))
nn_module *nn_batch_norm2d_with(const struct nn_batch_norm_args *);

// torch.nn.BatchNorm3d: x [N, C, D, H, W], over all but the channels.
//   weight, bias [num_features]; buffers running_mean, running_var [num_features],
//   num_batches_tracked i64 []
// Errors: other channels; one value a channel in training.
#define nn_batch_norm3d(...) nn_batch_norm3d_with(NN_ARGS(batch_norm, __VA_ARGS__))
nn_module *nn_batch_norm3d_with(const struct nn_batch_norm_args *);

struct nn_instance_norm_args {
    struct nn_here nn_here;
    int64_t num_features;
    double eps, momentum;
    bool affine, track_running_stats;
    enum nn_dtype dtype;
};
// torch.nn.InstanceNorm1d: x [N, C, L] or [C, L], over each channel of each element.
// Parameters with affine, buffers with track_running_stats, as BatchNorm.
#define nn_instance_norm1d(...) nn_instance_norm1d_with(NN_ARGS(instance_norm, __VA_ARGS__))
nn_module *nn_instance_norm1d_with(const struct nn_instance_norm_args *);

// torch.nn.InstanceNorm2d: x [N, C, H, W] or [C, H, W], over each channel of each element.
// Parameters with affine, buffers with track_running_stats, as BatchNorm.
#define nn_instance_norm2d(...) nn_instance_norm2d_with(NN_ARGS(instance_norm, __VA_ARGS__))
nn_module *nn_instance_norm2d_with(const struct nn_instance_norm_args *);

// torch.nn.InstanceNorm3d: x [N, C, D, H, W] or [C, D, H, W], over each channel of each element.
// Parameters with affine, buffers with track_running_stats, as BatchNorm.
#define nn_instance_norm3d(...) nn_instance_norm3d_with(NN_ARGS(instance_norm, __VA_ARGS__))
nn_module *nn_instance_norm3d_with(const struct nn_instance_norm_args *);

struct nn_group_norm_args {
    struct nn_here nn_here;
    int64_t num_groups, num_channels;
    double eps;
    enum nn_flag affine;
    enum nn_dtype dtype;
};
// torch.nn.GroupNorm: x [N, num_channels, ...], over groups of channels.
//   weight, bias [num_channels]
// Errors: num_groups does not divide num_channels; other channels; one value a group.
#define nn_group_norm(...) nn_group_norm_with(NN_ARGS(group_norm, __VA_ARGS__))
nn_module *nn_group_norm_with(const struct nn_group_norm_args *);

struct nn_layer_norm_args {
    struct nn_here nn_here;
    int64_t normalized_shape;
    double eps;
    enum nn_flag elementwise_affine;
    enum nn_dtype dtype;
    int64_t normalized_shapes[NN_MAX_SIZES];
};
// torch.nn.LayerNorm: over the last axes, which are normalized_shape: nn_layer_norm(64), or
// .normalized_shapes = {28, 28}.
//   weight, bias of that shape
// Errors: the last axes are others; an empty normalized_shape.
#define nn_layer_norm(...) nn_layer_norm_with(NN_ARGS(layer_norm, __VA_ARGS__))
nn_module *nn_layer_norm_with(const struct nn_layer_norm_args *);

struct nn_rms_norm_args {
    struct nn_here nn_here;
    int64_t normalized_shape;
    double eps;
    enum nn_flag elementwise_affine;
    enum nn_dtype dtype;
    int64_t normalized_shapes[NN_MAX_SIZES];
};
// torch.nn.RMSNorm: divides by the root of the mean square over the last axes, those of
// normalized_shape. eps is the dtype's where not given; weight [normalized_shape].
#define nn_rms_norm(...) nn_rms_norm_with(NN_ARGS(rms_norm, __VA_ARGS__))
nn_module *nn_rms_norm_with(const struct nn_rms_norm_args *);

struct nn_local_response_norm_args {
    struct nn_here nn_here;
    int64_t size;
    double alpha, beta, k;
};
// torch.nn.LocalResponseNorm: over size neighbouring channels; x has at least 3 axes.
#define nn_local_response_norm(...)                                                                \
    nn_local_response_norm_with(NN_ARGS(local_response_norm, __VA_ARGS__))
nn_module *nn_local_response_norm_with(const struct nn_local_response_norm_args *);

// ---- recurrent layers

// x [T, N, input_size], [N, T, input_size] with batch_first, or [T, input_size]. Results
// (nn_call_all): output [T, N, D hidden_size], then the last states [D num_layers, N,
// hidden_size], D = 2 when bidirectional. The first states are optional inputs. Parameters are
// PyTorch's: weight_ih_l0, ... Errors: another input_size; states of other shapes.

struct nn_recurrent_args {
    struct nn_here nn_here;
    int64_t input_size, hidden_size, num_layers;
    enum nn_flag bias;
    bool batch_first;
    double dropout;
    bool bidirectional;
    int64_t proj_size;
    const char *nonlinearity;
    enum nn_dtype dtype;
};
// torch.nn.RNN: h = tanh(...), or nonlinearity "relu". Inputs x, h0; results output, h.
#define nn_rnn(...) nn_rnn_with(NN_ARGS(recurrent, __VA_ARGS__))
nn_module *nn_rnn_with(const struct nn_recurrent_args *);

// torch.nn.GRU. Inputs x, h0; results output, h.
#define nn_gru(...) nn_gru_with(NN_ARGS(recurrent, __VA_ARGS__))
nn_module *nn_gru_with(const struct nn_recurrent_args *);

// torch.nn.LSTM. Inputs x, h0, c0; results output, h, c. With proj_size, output and h have
// that size and c hidden_size.
#define nn_lstm(...) nn_lstm_with(NN_ARGS(recurrent, __VA_ARGS__))
nn_module *nn_lstm_with(const struct nn_recurrent_args *);

struct nn_cell_args {
    struct nn_here nn_here;
    int64_t input_size, hidden_size;
    enum nn_flag bias;
    const char *nonlinearity;
    enum nn_dtype dtype;
};
// torch.nn.RNNCell: one step. x [N, input_size] or [input_size], h optional -> h.
#define nn_rnn_cell(...) nn_rnn_cell_with(NN_ARGS(cell, __VA_ARGS__))
nn_module *nn_rnn_cell_with(const struct nn_cell_args *);

// torch.nn.GRUCell: one step. x [N, input_size] or [input_size], h optional -> h.
#define nn_gru_cell(...) nn_gru_cell_with(NN_ARGS(cell, __VA_ARGS__))
nn_module *nn_gru_cell_with(const struct nn_cell_args *);

// torch.nn.LSTMCell: one step. x [N, input_size] or [input_size], h and c optional -> h, c.
#define nn_lstm_cell(...) nn_lstm_cell_with(NN_ARGS(cell, __VA_ARGS__))
nn_module *nn_lstm_cell_with(const struct nn_cell_args *);

// ---- attention

// Errors: num_heads or nhead that does not divide the size of the model; inputs of another size;
// masks that do not fit; an activation of another name.

struct nn_multihead_attention_args {
    struct nn_here nn_here;
    int64_t embed_dim, num_heads;
    double dropout;
    enum nn_flag bias;
    bool add_bias_kv, add_zero_attn;
    int64_t kdim, vdim;
    bool batch_first;
    enum nn_dtype dtype;
};
// torch.nn.MultiheadAttention: nn_call_all(attention, query, key, value) -> output, weights.
//   query [L, N, embed_dim], key [S, N, kdim], value [S, N, vdim]; batch first with
//   batch_first; without the batch axis as well
//   output as query; weights [N, L, S], averaged over heads; none with .need_weights = NN_OFF
// Its child out_proj holds parameters and is never called as a module. Errors: num_heads does
// not divide embed_dim; sizes or masks that do not fit.
#define nn_multihead_attention(...)                                                                \
    nn_multihead_attention_with(NN_ARGS(multihead_attention, __VA_ARGS__))
nn_module *nn_multihead_attention_with(const struct nn_multihead_attention_args *);

struct nn_transformer_layer_args {
    struct nn_here nn_here;
    int64_t d_model, nhead, dim_feedforward;
    double dropout;
    const char *activation;
    double layer_norm_eps;
    bool batch_first, norm_first;
    enum nn_dtype dtype;
};
// torch.nn.TransformerEncoderLayer: attention and a two-layer MLP, with residuals; shape of x
// stays. dim_feedforward is 2048, dropout 0.1, activation "relu" or "gelu" where not given. nn_call
// takes .src_mask and .src_key_padding_mask.
#define nn_transformer_encoder_layer(...)                                                          \
    nn_transformer_encoder_layer_with(NN_ARGS(transformer_layer, __VA_ARGS__))
nn_module *nn_transformer_encoder_layer_with(const struct nn_transformer_layer_args *);

// torch.nn.TransformerDecoderLayer: nn_call(layer, tgt, memory); shape of tgt stays. Options as the
// encoder layer's. nn_call takes .tgt_mask, .memory_mask and the two key padding masks.
#define nn_transformer_decoder_layer(...)                                                          \
    nn_transformer_decoder_layer_with(NN_ARGS(transformer_layer, __VA_ARGS__))
nn_module *nn_transformer_decoder_layer_with(const struct nn_transformer_layer_args *);

struct nn_transformer_args {
    struct nn_here nn_here;
    nn_module *layer;
    int64_t num_layers;
    nn_module *norm;
};
// torch.nn.TransformerEncoder: num_layers copies of a layer, layers.0, ..., and a norm if given.
// The layer itself is not part of it. nn_call takes .mask and .src_key_padding_mask.
#define nn_transformer_encoder(...) nn_transformer_encoder_with(NN_ARGS(transformer, __VA_ARGS__))
nn_module *nn_transformer_encoder_with(const struct nn_transformer_args *);

// torch.nn.TransformerDecoder: as the encoder, of decoder layers: nn_call(decoder, tgt, memory).
#define nn_transformer_decoder(...) nn_transformer_decoder_with(NN_ARGS(transformer, __VA_ARGS__))
nn_module *nn_transformer_decoder_with(const struct nn_transformer_args *);

struct nn_encoder_decoder_args {
    struct nn_here nn_here;
    int64_t d_model, nhead, num_encoder_layers, num_decoder_layers, dim_feedforward;
    double dropout;
    const char *activation;
    double layer_norm_eps;
    bool batch_first, norm_first;
    enum nn_dtype dtype;
};
// torch.nn.Transformer: nn_call(model, src, tgt): an encoder of src and a decoder of tgt, each with
// a norm at its end; shape of tgt stays. d_model is 512, nhead 8, 6 layers each where not given.
// nn_call takes .src_mask, .tgt_mask, .memory_mask and the three key padding masks.
#define nn_transformer(...) nn_transformer_with(NN_ARGS(encoder_decoder, __VA_ARGS__))
nn_module *nn_transformer_with(const struct nn_encoder_decoder_args *);

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
