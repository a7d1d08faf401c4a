#ifndef SHAPEPROF_NN_ACTIVATIONS_H
#define SHAPEPROF_NN_ACTIVATIONS_H

// The modules of torch.nn that work element by element: activations, softmax,
// dropout. Include <shapeprof/nn.h>; nn_layers.h says how arguments are meant.

#include <shapeprof/nn_module.h>

// ---- activations

// They keep shape and dtype. Floating dtypes, where nothing else is said. `inplace` writes the
// result into the input's storage. Errors: another dtype; an option that its line excludes.

struct nn_inplace_args {
    struct nn_here nn_here;
    bool inplace;
};
// torch.nn.ReLU: max(x, 0). All dtypes but bool.
#define nn_relu(...) nn_relu_with(NN_ARGS(inplace, __VA_ARGS__))
nn_module *nn_relu_with(const struct nn_inplace_args *);

// torch.nn.ReLU6: min(max(x, 0), 6). All dtypes but bool.
#define nn_relu6(...) nn_relu6_with(NN_ARGS(inplace, __VA_ARGS__))
nn_module *nn_relu6_with(const struct nn_inplace_args *);

// torch.nn.SELU: scaled exponential linear unit.
#define nn_selu(...) nn_selu_with(NN_ARGS(inplace, __VA_ARGS__))
nn_module *nn_selu_with(const struct nn_inplace_args *);

// torch.nn.SiLU: x sigmoid(x).
#define nn_silu(...) nn_silu_with(NN_ARGS(inplace, __VA_ARGS__))
nn_module *nn_silu_with(const struct nn_inplace_args *);

// torch.nn.Mish: x tanh(softplus(x)).
#define nn_mish(...) nn_mish_with(NN_ARGS(inplace, __VA_ARGS__))
nn_module *nn_mish_with(const struct nn_inplace_args *);

// torch.nn.Hardswish: x relu6(x + 3) / 6.
#define nn_hardswish(...) nn_hardswish_with(NN_ARGS(inplace, __VA_ARGS__))
nn_module *nn_hardswish_with(const struct nn_inplace_args *);

// torch.nn.Hardsigmoid: relu6(x + 3) / 6.
#define nn_hardsigmoid(...) nn_hardsigmoid_with(NN_ARGS(inplace, __VA_ARGS__))
nn_module *nn_hardsigmoid_with(const struct nn_inplace_args *);

// torch.nn.Sigmoid: 1 / (1 + e^-x). Integers and bools give f32.
#define nn_sigmoid(...) nn_sigmoid_with(NN_ARGS(none, __VA_ARGS__))
nn_module *nn_sigmoid_with(const struct nn_none_args *);

// torch.nn.Tanh: hyperbolic tangent. Integers and bools give f32.
#define nn_tanh(...) nn_tanh_with(NN_ARGS(none, __VA_ARGS__))
nn_module *nn_tanh_with(const struct nn_none_args *);

// torch.nn.Softsign: x / (1 + |x|).
#define nn_softsign(...) nn_softsign_with(NN_ARGS(none, __VA_ARGS__))
nn_module *nn_softsign_with(const struct nn_none_args *);

// torch.nn.Tanhshrink: x - tanh(x).
#define nn_tanhshrink(...) nn_tanhshrink_with(NN_ARGS(none, __VA_ARGS__))
nn_module *nn_tanhshrink_with(const struct nn_none_args *);

// torch.nn.LogSigmoid: log(sigmoid(x)).
#define nn_log_sigmoid(...) nn_log_sigmoid_with(NN_ARGS(none, __VA_ARGS__))
nn_module *nn_log_sigmoid_with(const struct nn_none_args *);

struct nn_alpha_args {
    struct nn_here nn_here;
    double alpha;
    bool inplace;
};
// torch.nn.ELU: x, or alpha (e^x - 1) below 0; alpha 1.
#define nn_elu(...) nn_elu_with(NN_ARGS(alpha, __VA_ARGS__))
nn_module *nn_elu_with(const struct nn_alpha_args *);

// torch.nn.CELU: max(0, x) + min(0, alpha (e^(x/alpha) - 1)); alpha 1, not 0.
#define nn_celu(...) nn_celu_with(NN_ARGS(alpha, __VA_ARGS__))
nn_module *nn_celu_with(const struct nn_alpha_args *);

struct nn_gelu_args {
    struct nn_here nn_here;
    const char *approximate;
};
// torch.nn.GELU: x Phi(x), or its "tanh" approximation.
#define nn_gelu(...) nn_gelu_with(NN_ARGS(gelu, __VA_ARGS__))
nn_module *nn_gelu_with(const struct nn_gelu_args *);

struct nn_leaky_relu_args {
    struct nn_here nn_here;
    double negative_slope;
    bool inplace;
};
// torch.nn.LeakyReLU: x, or negative_slope x below 0; 0.01.
#define nn_leaky_relu(...) nn_leaky_relu_with(NN_ARGS(leaky_relu, __VA_ARGS__))
nn_module *nn_leaky_relu_with(const struct nn_leaky_relu_args *);

struct nn_lambd_args {
    struct nn_here nn_here;
    double lambd;
};
// torch.nn.Hardshrink: x, or 0 where |x| <= lambd; 0.5.
#define nn_hardshrink(...) nn_hardshrink_with(NN_ARGS(lambd, __VA_ARGS__))
nn_module *nn_hardshrink_with(const struct nn_lambd_args *);

// torch.nn.Softshrink: x moved towards 0 by lambd; 0.5, not negative.
#define nn_softshrink(...) nn_softshrink_with(NN_ARGS(lambd, __VA_ARGS__))
nn_module *nn_softshrink_with(const struct nn_lambd_args *);

struct nn_hardtanh_args {
    struct nn_here nn_here;
    double min_val, max_val;
    bool inplace;
};
// torch.nn.Hardtanh: x held between min_val (-1) and max_val (1).
// Errors: max_val is not above min_val.
#define nn_hardtanh(...) nn_hardtanh_with(NN_ARGS(hardtanh, __VA_ARGS__))
nn_module *nn_hardtanh_with(const struct nn_hardtanh_args *);

struct nn_threshold_args {
    struct nn_here nn_here;
    double threshold, value;
    bool inplace;
};
// torch.nn.Threshold: x where x > threshold, else value.
#define nn_threshold(...) nn_threshold_with(NN_ARGS(threshold, __VA_ARGS__))
nn_module *nn_threshold_with(const struct nn_threshold_args *);

struct nn_softplus_args {
    struct nn_here nn_here;
    double beta, threshold;
};
// torch.nn.Softplus: log(1 + e^(beta x)) / beta, linear above threshold; 1 and 20.
#define nn_softplus(...) nn_softplus_with(NN_ARGS(softplus, __VA_ARGS__))
nn_module *nn_softplus_with(const struct nn_softplus_args *);

struct nn_rrelu_args {
    struct nn_here nn_here;
    double lower, upper;
    bool inplace;
};
// torch.nn.RReLU: x, or a random slope times x below 0; 1/8 to 1/3.
// Errors: lower above upper.
#define nn_rrelu(...) nn_rrelu_with(NN_ARGS(rrelu, __VA_ARGS__))
nn_module *nn_rrelu_with(const struct nn_rrelu_args *);

struct nn_prelu_args {
    struct nn_here nn_here;
    int64_t num_parameters;
    double init;
    enum nn_dtype dtype;
};
// torch.nn.PReLU: x, or a learned slope times x below 0; one slope or one a channel (axis 1).
//   weight [num_parameters]
// Errors: neither 1 nor the number of channels; another dtype than the weight's.
#define nn_prelu(...) nn_prelu_with(NN_ARGS(prelu, __VA_ARGS__))
nn_module *nn_prelu_with(const struct nn_prelu_args *);

struct nn_dim_args {
    struct nn_here nn_here;
    int64_t dim;
};
// torch.nn.GLU: a sigmoid(b) for the halves a, b along dim (-1), which becomes half as long.
// Errors: an odd size; no such axis.
#define nn_glu(...) nn_glu_with(NN_ARGS(dim, __VA_ARGS__))
nn_module *nn_glu_with(const struct nn_dim_args *);

// ---- softmax

// Shape and dtype stay. Without dim: axis 0 for ranks 0, 1 and 3, else axis 1. An explicit 0 is
// nn_at(0). Floating dtypes. Errors: no such axis; another dtype.

// torch.nn.Softmax: e^x over its sum along dim.
#define nn_softmax(...) nn_softmax_with(NN_ARGS(dim, __VA_ARGS__))
nn_module *nn_softmax_with(const struct nn_dim_args *);

// torch.nn.LogSoftmax: log(softmax(x)).
#define nn_log_softmax(...) nn_log_softmax_with(NN_ARGS(dim, __VA_ARGS__))
nn_module *nn_log_softmax_with(const struct nn_dim_args *);

// torch.nn.Softmin: softmax(-x).
#define nn_softmin(...) nn_softmin_with(NN_ARGS(dim, __VA_ARGS__))
nn_module *nn_softmin_with(const struct nn_dim_args *);

// torch.nn.Softmax2d: softmax over the channels of [N, C, H, W] or [C, H, W].
#define nn_softmax2d(...) nn_softmax2d_with(NN_ARGS(none, __VA_ARGS__))
nn_module *nn_softmax2d_with(const struct nn_none_args *);

// ---- dropout

// Shape and dtype stay. In eval mode, or with p = 0, the input is given on. p is 0.5 where not
// given; it lies between 0 and 1. Errors: a p outside of that.

struct nn_dropout_args {
    struct nn_here nn_here;
    double p;
    bool inplace;
};
// torch.nn.Dropout: single elements become 0.
#define nn_dropout(...) nn_dropout_with(NN_ARGS(dropout, __VA_ARGS__))
nn_module *nn_dropout_with(const struct nn_dropout_args *);

// torch.nn.Dropout1d: whole channels of [N, C, L] or [C, L] become 0.
#define nn_dropout1d(...) nn_dropout1d_with(NN_ARGS(dropout, __VA_ARGS__))
nn_module *nn_dropout1d_with(const struct nn_dropout_args *);

// torch.nn.Dropout2d: whole channels of [N, C, H, W] or [N, C, L] become 0.
#define nn_dropout2d(...) nn_dropout2d_with(NN_ARGS(dropout, __VA_ARGS__))
nn_module *nn_dropout2d_with(const struct nn_dropout_args *);

// torch.nn.Dropout3d: whole channels of [N, C, D, H, W] or [C, D, H, W] become 0.
#define nn_dropout3d(...) nn_dropout3d_with(NN_ARGS(dropout, __VA_ARGS__))
nn_module *nn_dropout3d_with(const struct nn_dropout_args *);

// torch.nn.AlphaDropout: keeps mean and variance, for SELU.
#define nn_alpha_dropout(...) nn_alpha_dropout_with(NN_ARGS(dropout, __VA_ARGS__))
nn_module *nn_alpha_dropout_with(const struct nn_dropout_args *);

// torch.nn.FeatureAlphaDropout: whole channels, keeping mean and variance.
#define nn_feature_alpha_dropout(...) nn_feature_alpha_dropout_with(NN_ARGS(dropout, __VA_ARGS__))
nn_module *nn_feature_alpha_dropout_with(const struct nn_dropout_args *);

#endif
