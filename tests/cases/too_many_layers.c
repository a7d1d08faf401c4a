// Numbers of layers that no model has.
#include <shapeprof/nn.h>

nn_module *recurrent(void)
{
    return nn_lstm(8, 8, .num_layers = INT64_MAX, .bidirectional = true); // expect SP310: num_layers is 9223372036854775807; more than 20000
}

nn_module *stack(void)
{
    nn_module *layer = nn_transformer_encoder_layer(8, 2);
    return nn_transformer_encoder(layer, 1000000); // expect SP310: num_layers is 1000000
}

nn_module *stacks(void)
{
    nn_module *stack = nn_transformer_encoder(nn_transformer_encoder_layer(8, 2), 1000);
    return nn_transformer_encoder(stack, 1000); // expect SP310: the number of modules in it is
}
