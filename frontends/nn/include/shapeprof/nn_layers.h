#ifndef SHAPEPROF_NN_LAYERS_H
#define SHAPEPROF_NN_LAYERS_H

// The modules of torch.nn: linear layers, containers, embeddings, norms. Include
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

#endif
