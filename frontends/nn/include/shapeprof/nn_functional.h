#ifndef SHAPEPROF_NN_FUNCTIONAL_H
#define SHAPEPROF_NN_FUNCTIONAL_H

// torch.nn.functional: layers as functions, whose weights are operands. Include
// <shapeprof/nn.h>; nn_math.h says how arguments are meant. Shapes, dtypes and
// errors are those of the modules.

#include <shapeprof/nn_base.h>

// ---- activations

// Shapes, dtypes and errors are those of the modules in nn_activations.h.

// torch.relu.
#define nn_f_relu(...) nn_f_relu_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_f_relu_with(const struct nn_unary_args *);

// torch.sigmoid.
#define nn_f_sigmoid(...) nn_f_sigmoid_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_f_sigmoid_with(const struct nn_unary_args *);

// torch.tanh.
#define nn_f_tanh(...) nn_f_tanh_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_f_tanh_with(const struct nn_unary_args *);

// torch.nn.functional.relu6.
#define nn_f_relu6(...) nn_f_relu6_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_f_relu6_with(const struct nn_unary_args *);

// torch.nn.functional.selu.
#define nn_f_selu(...) nn_f_selu_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_f_selu_with(const struct nn_unary_args *);

// torch.nn.functional.silu.
#define nn_f_silu(...) nn_f_silu_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_f_silu_with(const struct nn_unary_args *);

// torch.nn.functional.mish.
#define nn_f_mish(...) nn_f_mish_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_f_mish_with(const struct nn_unary_args *);

// torch.nn.functional.hardswish.
#define nn_f_hardswish(...) nn_f_hardswish_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_f_hardswish_with(const struct nn_unary_args *);

// torch.nn.functional.hardsigmoid.
#define nn_f_hardsigmoid(...) nn_f_hardsigmoid_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_f_hardsigmoid_with(const struct nn_unary_args *);

// torch.nn.functional.softsign.
#define nn_f_softsign(...) nn_f_softsign_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_f_softsign_with(const struct nn_unary_args *);

// torch.nn.functional.tanhshrink.
#define nn_f_tanhshrink(...) nn_f_tanhshrink_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_f_tanhshrink_with(const struct nn_unary_args *);

// torch.nn.functional.logsigmoid.
#define nn_logsigmoid(...) nn_logsigmoid_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_logsigmoid_with(const struct nn_unary_args *);

struct nn_f_alpha_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double alpha;
    bool inplace;
};
// torch.nn.functional.elu.
#define nn_f_elu(...) nn_f_elu_with(NN_ARGS(f_alpha, __VA_ARGS__))
nn_tensor *nn_f_elu_with(const struct nn_f_alpha_args *);

// torch.nn.functional.celu.
#define nn_f_celu(...) nn_f_celu_with(NN_ARGS(f_alpha, __VA_ARGS__))
nn_tensor *nn_f_celu_with(const struct nn_f_alpha_args *);

struct nn_f_gelu_args {
    struct nn_here nn_here;
    nn_tensor *input;
    const char *approximate;
};
// torch.nn.functional.gelu.
#define nn_f_gelu(...) nn_f_gelu_with(NN_ARGS(f_gelu, __VA_ARGS__))
nn_tensor *nn_f_gelu_with(const struct nn_f_gelu_args *);

struct nn_f_leaky_relu_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double negative_slope;
    bool inplace;
};
// torch.nn.functional.leaky_relu.
#define nn_f_leaky_relu(...) nn_f_leaky_relu_with(NN_ARGS(f_leaky_relu, __VA_ARGS__))
nn_tensor *nn_f_leaky_relu_with(const struct nn_f_leaky_relu_args *);

struct nn_f_lambd_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double lambd;
};
// torch.nn.functional.hardshrink.
#define nn_f_hardshrink(...) nn_f_hardshrink_with(NN_ARGS(f_lambd, __VA_ARGS__))
nn_tensor *nn_f_hardshrink_with(const struct nn_f_lambd_args *);

// torch.nn.functional.softshrink.
#define nn_f_softshrink(...) nn_f_softshrink_with(NN_ARGS(f_lambd, __VA_ARGS__))
nn_tensor *nn_f_softshrink_with(const struct nn_f_lambd_args *);

struct nn_f_hardtanh_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double min_val, max_val;
    bool inplace;
};
// torch.nn.functional.hardtanh.
#define nn_f_hardtanh(...) nn_f_hardtanh_with(NN_ARGS(f_hardtanh, __VA_ARGS__))
nn_tensor *nn_f_hardtanh_with(const struct nn_f_hardtanh_args *);

struct nn_f_threshold_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double threshold, value;
    bool inplace;
};
// torch.nn.functional.threshold.
#define nn_f_threshold(...) nn_f_threshold_with(NN_ARGS(f_threshold, __VA_ARGS__))
nn_tensor *nn_f_threshold_with(const struct nn_f_threshold_args *);

struct nn_f_softplus_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double beta, threshold;
};
// torch.nn.functional.softplus.
#define nn_f_softplus(...) nn_f_softplus_with(NN_ARGS(f_softplus, __VA_ARGS__))
nn_tensor *nn_f_softplus_with(const struct nn_f_softplus_args *);

struct nn_f_prelu_args {
    struct nn_here nn_here;
    nn_tensor *input, *weight;
};
// torch.prelu: weight [1] or [channels].
#define nn_f_prelu(...) nn_f_prelu_with(NN_ARGS(f_prelu, __VA_ARGS__))
nn_tensor *nn_f_prelu_with(const struct nn_f_prelu_args *);

struct nn_f_dim_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
};
// torch.nn.functional.glu.
#define nn_f_glu(...) nn_f_glu_with(NN_ARGS(f_dim, __VA_ARGS__))
nn_tensor *nn_f_glu_with(const struct nn_f_dim_args *);

struct nn_f_softmax_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    enum nn_dtype dtype;
};
// torch.softmax: along dim, where an explicit 0 is nn_at(0); dtype converts first.
#define nn_f_softmax(...) nn_f_softmax_with(NN_ARGS(f_softmax, __VA_ARGS__))
nn_tensor *nn_f_softmax_with(const struct nn_f_softmax_args *);

// torch.log_softmax.
#define nn_f_log_softmax(...) nn_f_log_softmax_with(NN_ARGS(f_softmax, __VA_ARGS__))
nn_tensor *nn_f_log_softmax_with(const struct nn_f_softmax_args *);

// torch.nn.functional.softmin.
#define nn_f_softmin(...) nn_f_softmin_with(NN_ARGS(f_softmax, __VA_ARGS__))
nn_tensor *nn_f_softmin_with(const struct nn_f_softmax_args *);

struct nn_f_dropout_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double p;
    enum nn_flag training;
    bool inplace;
};
// torch.nn.functional.dropout: training is on where not given, whatever mode the
// module is in.
#define nn_f_dropout(...) nn_f_dropout_with(NN_ARGS(f_dropout, __VA_ARGS__))
nn_tensor *nn_f_dropout_with(const struct nn_f_dropout_args *);

// torch.nn.functional.dropout1d: training is on where not given, whatever mode the
// module is in.
#define nn_f_dropout1d(...) nn_f_dropout1d_with(NN_ARGS(f_dropout, __VA_ARGS__))
nn_tensor *nn_f_dropout1d_with(const struct nn_f_dropout_args *);

// torch.nn.functional.dropout2d: training is on where not given, whatever mode the
// module is in.
#define nn_f_dropout2d(...) nn_f_dropout2d_with(NN_ARGS(f_dropout, __VA_ARGS__))
nn_tensor *nn_f_dropout2d_with(const struct nn_f_dropout_args *);

// torch.nn.functional.dropout3d: training is on where not given, whatever mode the
// module is in.
#define nn_f_dropout3d(...) nn_f_dropout3d_with(NN_ARGS(f_dropout, __VA_ARGS__))
nn_tensor *nn_f_dropout3d_with(const struct nn_f_dropout_args *);

// torch.nn.functional.alpha_dropout: training is on where not given, whatever mode the
// module is in.
#define nn_f_alpha_dropout(...) nn_f_alpha_dropout_with(NN_ARGS(f_dropout, __VA_ARGS__))
nn_tensor *nn_f_alpha_dropout_with(const struct nn_f_dropout_args *);

// torch.nn.functional.feature_alpha_dropout: training is on where not given, whatever mode the
// module is in.
#define nn_f_feature_alpha_dropout(...)                                                            \
    nn_f_feature_alpha_dropout_with(NN_ARGS(f_dropout, __VA_ARGS__))
nn_tensor *nn_f_feature_alpha_dropout_with(const struct nn_f_dropout_args *);

// ---- convolutions, pools, norms

// Functions of modules: shapes, dtypes and errors are those of the modules. A weight or bias is an
// operand, in the shape that the module has it.

struct nn_f_conv_args {
    struct nn_here nn_here;
    nn_tensor *input, *weight, *bias;
    int64_t stride, padding, dilation, groups;
    const char *padding_word;
    int64_t strides[NN_MAX_SIZES], paddings[NN_MAX_SIZES], dilations[NN_MAX_SIZES];
};
// torch.nn.functional.conv1d: weight [out, in / groups, kernel].
#define nn_f_conv1d(...) nn_f_conv1d_with(NN_ARGS(f_conv, __VA_ARGS__))
nn_tensor *nn_f_conv1d_with(const struct nn_f_conv_args *);

// torch.nn.functional.conv2d: weight [out, in / groups, kernel].
#define nn_f_conv2d(...) nn_f_conv2d_with(NN_ARGS(f_conv, __VA_ARGS__))
nn_tensor *nn_f_conv2d_with(const struct nn_f_conv_args *);

// torch.nn.functional.conv3d: weight [out, in / groups, kernel].
#define nn_f_conv3d(...) nn_f_conv3d_with(NN_ARGS(f_conv, __VA_ARGS__))
nn_tensor *nn_f_conv3d_with(const struct nn_f_conv_args *);

struct nn_f_max_pool_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t kernel_size, stride, padding, dilation;
    bool ceil_mode;
    int64_t kernel_sizes[NN_MAX_SIZES], strides[NN_MAX_SIZES], paddings[NN_MAX_SIZES],
        dilations[NN_MAX_SIZES];
};
// torch.nn.functional.max_pool1d.
#define nn_f_max_pool1d(...) nn_f_max_pool1d_with(NN_ARGS(f_max_pool, __VA_ARGS__))
nn_tensor *nn_f_max_pool1d_with(const struct nn_f_max_pool_args *);

// torch.nn.functional.max_pool2d.
#define nn_f_max_pool2d(...) nn_f_max_pool2d_with(NN_ARGS(f_max_pool, __VA_ARGS__))
nn_tensor *nn_f_max_pool2d_with(const struct nn_f_max_pool_args *);

// torch.nn.functional.max_pool3d.
#define nn_f_max_pool3d(...) nn_f_max_pool3d_with(NN_ARGS(f_max_pool, __VA_ARGS__))
nn_tensor *nn_f_max_pool3d_with(const struct nn_f_max_pool_args *);

struct nn_f_avg_pool_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t kernel_size, stride, padding;
    bool ceil_mode;
    enum nn_flag count_include_pad;
    int64_t divisor_override;
    int64_t kernel_sizes[NN_MAX_SIZES], strides[NN_MAX_SIZES], paddings[NN_MAX_SIZES];
};
// torch.nn.functional.avg_pool1d.
#define nn_f_avg_pool1d(...) nn_f_avg_pool1d_with(NN_ARGS(f_avg_pool, __VA_ARGS__))
nn_tensor *nn_f_avg_pool1d_with(const struct nn_f_avg_pool_args *);

// torch.nn.functional.avg_pool2d.
#define nn_f_avg_pool2d(...) nn_f_avg_pool2d_with(NN_ARGS(f_avg_pool, __VA_ARGS__))
nn_tensor *nn_f_avg_pool2d_with(const struct nn_f_avg_pool_args *);

// torch.nn.functional.avg_pool3d.
#define nn_f_avg_pool3d(...) nn_f_avg_pool3d_with(NN_ARGS(f_avg_pool, __VA_ARGS__))
nn_tensor *nn_f_avg_pool3d_with(const struct nn_f_avg_pool_args *);

struct nn_f_adaptive_pool_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t output_size;
    int64_t output_sizes[NN_MAX_SIZES];
};
// torch.nn.functional.adaptive_avg_pool1d.
#define nn_f_adaptive_avg_pool1d(...)                                                              \
    nn_f_adaptive_avg_pool1d_with(NN_ARGS(f_adaptive_pool, __VA_ARGS__))
nn_tensor *nn_f_adaptive_avg_pool1d_with(const struct nn_f_adaptive_pool_args *);

// torch.nn.functional.adaptive_avg_pool2d.
#define nn_f_adaptive_avg_pool2d(...)                                                              \
    nn_f_adaptive_avg_pool2d_with(NN_ARGS(f_adaptive_pool, __VA_ARGS__))
nn_tensor *nn_f_adaptive_avg_pool2d_with(const struct nn_f_adaptive_pool_args *);

// torch.nn.functional.adaptive_avg_pool3d.
#define nn_f_adaptive_avg_pool3d(...)                                                              \
    nn_f_adaptive_avg_pool3d_with(NN_ARGS(f_adaptive_pool, __VA_ARGS__))
nn_tensor *nn_f_adaptive_avg_pool3d_with(const struct nn_f_adaptive_pool_args *);

// torch.nn.functional.adaptive_max_pool1d.
#define nn_f_adaptive_max_pool1d(...)                                                              \
    nn_f_adaptive_max_pool1d_with(NN_ARGS(f_adaptive_pool, __VA_ARGS__))
nn_tensor *nn_f_adaptive_max_pool1d_with(const struct nn_f_adaptive_pool_args *);

// torch.nn.functional.adaptive_max_pool2d.
#define nn_f_adaptive_max_pool2d(...)                                                              \
    nn_f_adaptive_max_pool2d_with(NN_ARGS(f_adaptive_pool, __VA_ARGS__))
nn_tensor *nn_f_adaptive_max_pool2d_with(const struct nn_f_adaptive_pool_args *);

// torch.nn.functional.adaptive_max_pool3d.
#define nn_f_adaptive_max_pool3d(...)                                                              \
    nn_f_adaptive_max_pool3d_with(NN_ARGS(f_adaptive_pool, __VA_ARGS__))
nn_tensor *nn_f_adaptive_max_pool3d_with(const struct nn_f_adaptive_pool_args *);

struct nn_f_layer_norm_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t normalized_shape[NN_MAX_SIZES];
    nn_tensor *weight, *bias;
    double eps;
};
// torch.nn.functional.layer_norm: nn_f_layer_norm(x, {64}).
#define nn_f_layer_norm(...) nn_f_layer_norm_with(NN_ARGS(f_layer_norm, __VA_ARGS__))
nn_tensor *nn_f_layer_norm_with(const struct nn_f_layer_norm_args *);

struct nn_f_rms_norm_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t normalized_shape[NN_MAX_SIZES];
    nn_tensor *weight;
    double eps;
};
// torch.nn.functional.rms_norm: nn_f_rms_norm(x, {64}).
#define nn_f_rms_norm(...) nn_f_rms_norm_with(NN_ARGS(f_rms_norm, __VA_ARGS__))
nn_tensor *nn_f_rms_norm_with(const struct nn_f_rms_norm_args *);

struct nn_f_group_norm_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t num_groups;
    nn_tensor *weight, *bias;
    double eps;
};
// torch.nn.functional.group_norm.
#define nn_f_group_norm(...) nn_f_group_norm_with(NN_ARGS(f_group_norm, __VA_ARGS__))
nn_tensor *nn_f_group_norm_with(const struct nn_f_group_norm_args *);

struct nn_f_batch_norm_args {
    struct nn_here nn_here;
    nn_tensor *input, *running_mean, *running_var, *weight, *bias;
    enum nn_flag training;
    double momentum, eps;
};
// torch.nn.functional.batch_norm: training is off where not given.
#define nn_f_batch_norm(...) nn_f_batch_norm_with(NN_ARGS(f_batch_norm, __VA_ARGS__))
nn_tensor *nn_f_batch_norm_with(const struct nn_f_batch_norm_args *);

struct nn_pad_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t pad[NN_MAX_SIZES];
    const char *mode;
    double value;
};
// torch.nn.functional.pad: pairs from the last axis on: nn_pad(x, {left, right, top, bottom}).
// Modes "constant", "reflect", "replicate", "circular".
#define nn_pad(...) nn_pad_with(NN_ARGS(pad, __VA_ARGS__))
nn_tensor *nn_pad_with(const struct nn_pad_args *);

struct nn_interpolate_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t size;
    double scale_factor;
    const char *mode;
    bool align_corners, recompute_scale_factor, antialias;
    int64_t sizes[NN_MAX_SIZES];
    double scale_factors[NN_MAX_SIZES];
};
// torch.nn.functional.interpolate: as Upsample.
#define nn_interpolate(...) nn_interpolate_with(NN_ARGS(interpolate, __VA_ARGS__))
nn_tensor *nn_interpolate_with(const struct nn_interpolate_args *);

struct nn_f_cosine_similarity_args {
    struct nn_here nn_here;
    nn_tensor *x1, *x2;
    int64_t dim;
    double eps;
};
// torch.nn.functional.cosine_similarity: along dim (1), which goes.
#define nn_f_cosine_similarity(...)                                                                \
    nn_f_cosine_similarity_with(NN_ARGS(f_cosine_similarity, __VA_ARGS__))
nn_tensor *nn_f_cosine_similarity_with(const struct nn_f_cosine_similarity_args *);

#endif
