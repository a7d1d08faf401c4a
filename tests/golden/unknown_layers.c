#include <shapeprof/nn.h>

// Recurrent layers have closed forms in how many there are; of a stack of modules --set has to
// tell.
nn_module *recurrent(int layers)
{
    return nn_sequential(nn_linear(8, 8), nn_lstm(8, 16, layers));
}

nn_module *gated(int layers)
{
    return nn_gru(8, 16, .num_layers = layers, .bidirectional = true);
}

nn_module *plain(int layers)
{
    return nn_rnn(8, 16, layers);
}

nn_module *stacked(int layers)
{
    return nn_transformer_encoder(nn_transformer_encoder_layer(8, 2), layers);
}
