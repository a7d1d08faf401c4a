// BERT base (Devlin et al., 2018), attention written out in functions. Inputs
// are token ids and segment ids of one shape [N, T].
#include <shapeprof/nn.h>

#define N_LAYERS 12
#define N_HEADS 12
#define HIDDEN 768
#define INNER 3072
#define VOCABULARY 30522
#define MAX_POSITIONS 512
#define EPSILON 1e-12

// ---- a layer

struct layer {
    nn_module base;
    nn_module *query, *key, *value, *attn_drop, *attn_out, *attn_norm;
    nn_module *inter, *act, *output, *norm, *drop;
};

// [N, T, C] -> [N, heads, T, C / heads]
static nn_tensor *heads_of(nn_tensor *x)
{
    x = nn_view(x, nn_size(x, 0), nn_size(x, 1), N_HEADS, HIDDEN / N_HEADS);
    return nn_permute(x, 0, 2, 1, 3);
}

static nn_tensor *attention(struct layer *layer, nn_tensor *x)
{
    nn_tensor *query = heads_of(nn_call(layer->query, x));
    nn_tensor *key = heads_of(nn_call(layer->key, x));
    nn_tensor *scores = nn_div(nn_matmul(query, nn_transpose(key, -1, -2)), nn_number(8.0));
    nn_tensor *weights = nn_call(layer->attn_drop, nn_f_softmax(scores, .dim = -1));
    nn_tensor *values = heads_of(nn_call(layer->value, x));
    nn_tensor *mixed = nn_contiguous(nn_permute(nn_matmul(weights, values), 0, 2, 1, 3));
    return nn_view(mixed, nn_size(x, 0), nn_size(x, 1), HIDDEN);
}

static nn_tensor *layer_forward(nn_module *self, nn_tensor *x)
{
    struct layer *layer = (struct layer *)self;
    nn_tensor *y = nn_call(layer->drop, nn_call(layer->attn_out, attention(layer, x)));
    x = nn_call(layer->attn_norm, nn_add(y, x));
    y = nn_call(layer->output, nn_call(layer->act, nn_call(layer->inter, x)));
    return nn_call(layer->norm, nn_add(nn_call(layer->drop, y), x));
}

static nn_module *layer_new(void)
{
    struct layer *layer = nn_new(struct layer, layer_forward);
    nn_member(layer, query, nn_linear(HIDDEN, HIDDEN));
    nn_member(layer, key, nn_linear(HIDDEN, HIDDEN));
    nn_member(layer, value, nn_linear(HIDDEN, HIDDEN));
    nn_member(layer, attn_drop, nn_dropout(0.1));
    nn_member(layer, attn_out, nn_linear(HIDDEN, HIDDEN));
    nn_member(layer, attn_norm, nn_layer_norm(HIDDEN, EPSILON));
    nn_member(layer, inter, nn_linear(HIDDEN, INNER));
    nn_member(layer, act, nn_gelu());
    nn_member(layer, output, nn_linear(INNER, HIDDEN));
    nn_member(layer, norm, nn_layer_norm(HIDDEN, EPSILON));
    nn_member(layer, drop, nn_dropout(0.1));
    return &layer->base;
}

// ---- the network

struct bert {
    nn_module base;
    nn_module *word, *position, *token_type, *norm, *drop;
    nn_module *layer[N_LAYERS], *pooler, *act;
    nn_tensor *position_ids;
};

static struct nn_tensors bert_forward(nn_module *self, struct nn_tensors in)
{
    struct bert *bert = (struct bert *)self;
    nn_tensor *ids = in.at[0], *segments = in.at[1];
    nn_tensor *x = nn_add(nn_call(bert->word, ids), nn_call(bert->token_type, segments));
    nn_tensor *positions = nn_slice(bert->position_ids, 1, 0, nn_size(ids, 1));
    x = nn_add(x, nn_call(bert->position, positions));
    x = nn_call(bert->drop, nn_call(bert->norm, x));
    for (int i = 0; i < N_LAYERS; i++) x = nn_call(bert->layer[i], x);
    nn_tensor *first = nn_select(x, 1, 0);
    return nn_results(x, nn_call(bert->act, nn_call(bert->pooler, first)));
}

nn_module *bert_base(void)
{
    struct bert *bert = nn_new(struct bert, .forward_all = bert_forward);
    nn_member(bert, word, nn_embedding(VOCABULARY, HIDDEN, .padding_idx = nn_at(0)));
    nn_member(bert, position, nn_embedding(MAX_POSITIONS, HIDDEN));
    nn_member(bert, token_type, nn_embedding(2, HIDDEN));
    nn_member(bert, norm, nn_layer_norm(HIDDEN, EPSILON));
    nn_member(bert, drop, nn_dropout(0.1));
    for (int i = 0; i < N_LAYERS; i++) nn_item(bert, layer, i, layer_new());
    nn_member(bert, pooler, nn_linear(HIDDEN, HIDDEN));
    nn_member(bert, act, nn_tanh());
    bert->position_ids = nn_buffer(&bert->base, "position_ids", NN_I64, {1, MAX_POSITIONS});
    return &bert->base;
}
