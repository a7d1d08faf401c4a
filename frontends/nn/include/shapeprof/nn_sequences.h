#ifndef SHAPEPROF_NN_SEQUENCES_H
#define SHAPEPROF_NN_SEQUENCES_H

// The modules of torch.nn for sequences: recurrent layers, attention, transformers.
// Include <shapeprof/nn.h>; nn_layers.h says how arguments are meant.

#include <shapeprof/nn_module.h>

// ---- recurrent layers

// x [T, N, input_size], [N, T, input_size] with batch_first, or [T, input_size]. Results
// (nn_call_all): output [T, N, D hidden_size], then the last states [D num_layers, N,
// hidden_size], D = 2 when bidirectional. The first states are optional inputs. Parameters are
// PyTorch's: weight_ih_l0, ... Errors: another input_size; states of other shapes.

struct nn_recurrent_args {
    struct nn_here nn_here;
    int64_t input_size, hidden_size, num_layers;
    enum nn_flag bias;
    bool batch_first;
    double dropout;
    bool bidirectional;
    int64_t proj_size;
    const char *nonlinearity;
    enum nn_dtype dtype;
};
// torch.nn.RNN: h = tanh(...), or nonlinearity "relu". Inputs x, h0; results output, h.
#define nn_rnn(...) nn_rnn_with(NN_ARGS(recurrent, __VA_ARGS__))
nn_module *nn_rnn_with(const struct nn_recurrent_args *);

// torch.nn.GRU. Inputs x, h0; results output, h.
#define nn_gru(...) nn_gru_with(NN_ARGS(recurrent, __VA_ARGS__))
nn_module *nn_gru_with(const struct nn_recurrent_args *);

// torch.nn.LSTM. Inputs x, h0, c0; results output, h, c. With proj_size, output and h have
// that size and c hidden_size.
#define nn_lstm(...) nn_lstm_with(NN_ARGS(recurrent, __VA_ARGS__))
nn_module *nn_lstm_with(const struct nn_recurrent_args *);

struct nn_cell_args {
    struct nn_here nn_here;
    int64_t input_size, hidden_size;
    enum nn_flag bias;
    const char *nonlinearity;
    enum nn_dtype dtype;
};
// torch.nn.RNNCell: one step. x [N, input_size] or [input_size], h optional -> h.
#define nn_rnn_cell(...) nn_rnn_cell_with(NN_ARGS(cell, __VA_ARGS__))
nn_module *nn_rnn_cell_with(const struct nn_cell_args *);

// torch.nn.GRUCell: one step. x [N, input_size] or [input_size], h optional -> h.
#define nn_gru_cell(...) nn_gru_cell_with(NN_ARGS(cell, __VA_ARGS__))
nn_module *nn_gru_cell_with(const struct nn_cell_args *);

// torch.nn.LSTMCell: one step. x [N, input_size] or [input_size], h and c optional -> h, c.
#define nn_lstm_cell(...) nn_lstm_cell_with(NN_ARGS(cell, __VA_ARGS__))
nn_module *nn_lstm_cell_with(const struct nn_cell_args *);

// ---- attention

// Errors: num_heads or nhead that does not divide the size of the model; inputs of another size;
// masks that do not fit; an activation of another name.

struct nn_multihead_attention_args {
    struct nn_here nn_here;
    int64_t embed_dim, num_heads;
    double dropout;
    enum nn_flag bias;
    bool add_bias_kv, add_zero_attn;
    int64_t kdim, vdim;
    bool batch_first;
    enum nn_dtype dtype;
};
// torch.nn.MultiheadAttention: nn_call_all(attention, query, key, value) -> output, weights.
//   query [L, N, embed_dim], key [S, N, kdim], value [S, N, vdim]; batch first with
//   batch_first; without the batch axis as well
//   output as query; weights [N, L, S], averaged over heads; none with .need_weights = NN_OFF
// Its child out_proj holds parameters and is never called as a module. Errors: num_heads does
// not divide embed_dim; sizes or masks that do not fit.
#define nn_multihead_attention(...)                                                                \
    nn_multihead_attention_with(NN_ARGS(multihead_attention, __VA_ARGS__))
nn_module *nn_multihead_attention_with(const struct nn_multihead_attention_args *);

struct nn_transformer_layer_args {
    struct nn_here nn_here;
    int64_t d_model, nhead, dim_feedforward;
    double dropout;
    const char *activation;
    double layer_norm_eps;
    bool batch_first, norm_first;
    enum nn_dtype dtype;
};
// torch.nn.TransformerEncoderLayer: attention and a two-layer MLP, with residuals; shape of x
// stays. dim_feedforward is 2048, dropout 0.1, activation "relu" or "gelu" where not given. nn_call
// takes .src_mask and .src_key_padding_mask.
#define nn_transformer_encoder_layer(...)                                                          \
    nn_transformer_encoder_layer_with(NN_ARGS(transformer_layer, __VA_ARGS__))
nn_module *nn_transformer_encoder_layer_with(const struct nn_transformer_layer_args *);

// torch.nn.TransformerDecoderLayer: nn_call(layer, tgt, memory); shape of tgt stays. Options as the
// encoder layer's. nn_call takes .tgt_mask, .memory_mask and the two key padding masks.
#define nn_transformer_decoder_layer(...)                                                          \
    nn_transformer_decoder_layer_with(NN_ARGS(transformer_layer, __VA_ARGS__))
nn_module *nn_transformer_decoder_layer_with(const struct nn_transformer_layer_args *);

struct nn_transformer_args {
    struct nn_here nn_here;
    nn_module *layer;
    int64_t num_layers;
    nn_module *norm;
};
// torch.nn.TransformerEncoder: num_layers copies of a layer, layers.0, ..., and a norm if given.
// The layer itself is not part of it. nn_call takes .mask and .src_key_padding_mask.
#define nn_transformer_encoder(...) nn_transformer_encoder_with(NN_ARGS(transformer, __VA_ARGS__))
nn_module *nn_transformer_encoder_with(const struct nn_transformer_args *);

// torch.nn.TransformerDecoder: as the encoder, of decoder layers: nn_call(decoder, tgt, memory).
#define nn_transformer_decoder(...) nn_transformer_decoder_with(NN_ARGS(transformer, __VA_ARGS__))
nn_module *nn_transformer_decoder_with(const struct nn_transformer_args *);

struct nn_encoder_decoder_args {
    struct nn_here nn_here;
    int64_t d_model, nhead, num_encoder_layers, num_decoder_layers, dim_feedforward;
    double dropout;
    const char *activation;
    double layer_norm_eps;
    bool batch_first, norm_first;
    enum nn_dtype dtype;
};
// torch.nn.Transformer: nn_call(model, src, tgt): an encoder of src and a decoder of tgt, each with
// a norm at its end; shape of tgt stays. d_model is 512, nhead 8, 6 layers each where not given.
// nn_call takes .src_mask, .tgt_mask, .memory_mask and the three key padding masks.
#define nn_transformer(...) nn_transformer_with(NN_ARGS(encoder_decoder, __VA_ARGS__))
nn_module *nn_transformer_with(const struct nn_encoder_decoder_args *);

#endif
