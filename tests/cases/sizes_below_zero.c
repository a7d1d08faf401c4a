// Sizes that may be negative: each says what it needs.
// says: n_linear >= 5, as Linear
// says: n_embedding >= 5, as Embedding
// says: n_bag >= 5, as EmbeddingBag
// says: n_lstm >= 6, as LSTM
// says: n_cell >= 5, as LSTMCell
// says: n_gru >= 5 for GRU
// says: n_norm >= 5 for LayerNorm
// says: n_batch >= 5 for BatchNorm1d
// says: n_bilinear >= 5 for Bilinear
// says: n_attention >= 5 for multihead_attention
// says: n_heads >= 6, as multihead_attention
// says: 8 % (n_heads - 5) == 0, as multihead_attention
// says: n_groups >= 6, as GroupNorm
// says: n_shuffle >= 6, as PixelShuffle
// says: n_forward >= 5, as Linear `linear1`
// says: 8*n_view - 40 for view
// says: n_expand >= 5, as
#include <shapeprof/nn.h>

nn_module *linear(int n_linear)
{
    return nn_sequential(nn_linear(8, n_linear - 5));
}

nn_module *embedding(int n_embedding)
{
    return nn_embedding(n_embedding - 5, 8);
}

nn_module *bag(int n_bag)
{
    return nn_embedding_bag(10, n_bag - 5);
}

nn_module *lstm(int n_lstm)
{
    return nn_lstm(8, n_lstm - 5);
}

nn_module *cell(int n_cell)
{
    return nn_lstm_cell(8, n_cell - 5);
}

nn_module *gru(int n_gru)
{
    return nn_gru(n_gru - 5, 8);
}

nn_module *norm(int n_norm)
{
    return nn_layer_norm(n_norm - 5);
}

nn_module *batch(int n_batch)
{
    return nn_batch_norm1d(n_batch - 5);
}

nn_module *bilinear(int n_bilinear)
{
    return nn_bilinear(n_bilinear - 5, 8, 9);
}

nn_module *attention(int n_attention)
{
    return nn_multihead_attention(n_attention - 5, 1);
}

nn_module *heads(int n_heads)
{
    return nn_multihead_attention(8, n_heads - 5);
}

nn_module *groups(int n_groups)
{
    return nn_group_norm(n_groups - 5, 8);
}

nn_module *shuffle(int n_shuffle)
{
    return nn_pixel_shuffle(n_shuffle - 5);
}

nn_module *forward(int n_forward)
{
    return nn_transformer_encoder_layer(8, 2, .dim_feedforward = n_forward - 5);
}

nn_tensor *view(nn_tensor *x, int n_view)
{
    return nn_view(x, n_view - 5, 8);
}

nn_tensor *expand(int n_expand)
{
    return nn_expand(nn_zeros(NN_F32, 1, 8), n_expand - 5, 8);
}
