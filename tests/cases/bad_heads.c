// A layer that is refused is told once, though an encoder would copy it.
// status: 1
#include <shapeprof/nn.h>

nn_module *encoder(void)
{
    nn_module *layer = nn_transformer_encoder_layer(30, 4, .batch_first = true); // expect SP310: embed_dim is 30, not divisible by num_heads, 4
    return nn_transformer_encoder(layer, 6);
}
