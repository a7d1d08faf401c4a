#include "frontends/nn/table.h"

// Activations, softmax, dropout: one op each; only PReLU has a parameter.

#define ACTIVATION(name, class)                                                                    \
    const struct nn_layer layer_##name = {.kind = class, .op = #name, .n_in = 1}

ACTIVATION(relu, "ReLU");
ACTIVATION(relu6, "ReLU6");
ACTIVATION(elu, "ELU");
ACTIVATION(celu, "CELU");
ACTIVATION(selu, "SELU");
ACTIVATION(gelu, "GELU");
ACTIVATION(silu, "SiLU");
ACTIVATION(mish, "Mish");
ACTIVATION(hardswish, "Hardswish");
ACTIVATION(hardsigmoid, "Hardsigmoid");
ACTIVATION(hardshrink, "Hardshrink");
ACTIVATION(softshrink, "Softshrink");
ACTIVATION(tanhshrink, "Tanhshrink");
ACTIVATION(leaky_relu, "LeakyReLU");
ACTIVATION(rrelu, "RReLU");
ACTIVATION(sigmoid, "Sigmoid");
ACTIVATION(tanh, "Tanh");
ACTIVATION(softsign, "Softsign");
ACTIVATION(softplus, "Softplus");
ACTIVATION(threshold, "Threshold");
ACTIVATION(glu, "GLU");
ACTIVATION(softmax, "Softmax");
ACTIVATION(log_softmax, "LogSoftmax");
ACTIVATION(softmin, "Softmin");
ACTIVATION(softmax2d, "Softmax2d");
const struct nn_layer layer_log_sigmoid = {.kind = "LogSigmoid", .op = "logsigmoid", .n_in = 1};

// The function takes the bounds in any order.
static void hardtanh_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    double low = args_float(&a, "min_val", -1.0), high = args_float(&a, "max_val", 1.0);
    if (low >= high)
        layer_refuse(r, m, DIAG_OPTION_RANGE, "min_val is %g, which is not below max_val, %g", low,
                     high);
}

const struct nn_layer layer_hardtanh = {
    .kind = "Hardtanh", .op = "hardtanh", .n_in = 1, .make = hardtanh_make};

static void prelu_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *size = args_int(&a, "num_parameters", 1);
    layer_parameter(r, m, "weight", 1, &size);
}

const struct nn_layer layer_prelu = {
    .kind = "PReLU", .op = "prelu", .parameters = "weight", .n_in = 1, .make = prelu_make};

// ---- dropout

static void dropout_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    double p = args_float(&a, "p", 0.5);
    if (!(p < 0 || p > 1)) return; // or it is not known
    layer_refuse(r, m, DIAG_OPTION_RANGE, "the probability p is %g; it lies between 0 and 1", p);
}

#define DROPOUT(name, class)                                                                       \
    const struct nn_layer layer_##name = {                                                         \
        .kind = class, .op = #name, .n_in = 1, .make = dropout_make}

DROPOUT(dropout, "Dropout");
DROPOUT(dropout1d, "Dropout1d");
DROPOUT(dropout2d, "Dropout2d");
DROPOUT(dropout3d, "Dropout3d");
DROPOUT(alpha_dropout, "AlphaDropout");
DROPOUT(feature_alpha_dropout, "FeatureAlphaDropout");
