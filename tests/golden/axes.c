// What the sizes of an input are called follows what is done with it.
#include <shapeprof/nn.h>

struct pair {
    nn_module base;
    nn_module *first, *second;
};

static nn_tensor *in_turn(nn_module *self, nn_tensor *x)
{
    struct pair *pair = (struct pair *)self;
    return nn_call(pair->second, nn_call(pair->first, x));
}

static nn_tensor *turned(nn_module *self, nn_tensor *x)
{
    struct pair *pair = (struct pair *)self;
    return nn_call(pair->second, nn_transpose(nn_call(pair->first, x), 1, 2));
}

static nn_module *pair(nn_tensor *(*forward)(nn_module *, nn_tensor *), nn_module *first,
                       nn_module *second)
{
    struct pair *pair = nn_new(struct pair, forward);
    nn_member(pair, first, first);
    nn_member(pair, second, second);
    return &pair->base;
}

// Linear alone would leave the middle axis to a sequence; the convolution knows better.
nn_module *linear_then_conv(void)
{
    return pair(turned, nn_linear(8, 16), nn_conv1d(16, 8, 3));
}

nn_module *words_first_by_time(void)
{
    return pair(in_turn, nn_embedding(100, 16), nn_gru(16, 8));
}

nn_module *words_first_by_batch(void)
{
    return pair(in_turn, nn_embedding(100, 16), nn_gru(16, 8, .batch_first = true));
}

nn_module *encoder_by_time(void)
{
    return nn_transformer_encoder_layer(64, 4);
}

nn_module *encoder_by_batch(void)
{
    return nn_transformer_encoder_layer(64, 4, .batch_first = true);
}

nn_module *volume(void)
{
    return nn_conv3d(3, 8, 3);
}

nn_tensor *cross_attention(nn_tensor *query, nn_tensor *memory)
{
    return nn_call(nn_multihead_attention(16, 4, .batch_first = true), query, memory, memory);
}
