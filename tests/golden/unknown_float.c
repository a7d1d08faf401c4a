#include <shapeprof/nn.h>

// Whether a mask is kept for backward, and whether Dropout is a layer at all, p decides.
nn_module *dropped(double p)
{
    return nn_sequential(nn_linear(8, 8), nn_dropout(p), nn_linear(8, 8));
}

nn_module *known(void)
{
    return nn_sequential(nn_linear(8, 8), nn_dropout(0.1), nn_linear(8, 8));
}

// The dropout of one layer lies behind no layer.
nn_module *one_layer(double p)
{
    return nn_lstm(8, 8, .dropout = p);
}

nn_module *two_layers(double p)
{
    return nn_lstm(8, 8, 2, .dropout = p);
}

nn_tensor *attended(nn_tensor *x, double p)
{
    return nn_call(nn_multihead_attention(8, 2, .dropout = p), x, x, x);
}

// A bound that is not known is not refused.
nn_module *sloped(double lower)
{
    return nn_sequential(nn_linear(8, 8), nn_rrelu(lower));
}

nn_tensor *far(nn_tensor *x, double p)
{
    return nn_cdist(x, x, .p = p);
}
