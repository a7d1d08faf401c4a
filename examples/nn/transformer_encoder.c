// A text classifier: a transformer encoder (Vaswani et al., 2017) of three
// layers and the mean over the words.
#include <shapeprof/nn.h>

enum { N_WORDS = 500, N_CLASSES = 4, WIDTH = 64, N_HEADS = 4, FEED_FORWARD = 128, N_LAYERS = 3 };

// ---- one layer, normalised after each half

struct encoder_layer {
    nn_module base;
    nn_module *self_attn, *linear1, *dropout, *linear2;
    nn_module *norm1, *norm2, *dropout1, *dropout2;
};

static nn_tensor *feed_forward(struct encoder_layer *layer, nn_tensor *x)
{
    x = nn_call(layer->dropout, nn_f_gelu(nn_call(layer->linear1, x)));
    return nn_call(layer->dropout2, nn_call(layer->linear2, x));
}

static nn_tensor *encoder_layer_forward(nn_module *self, nn_tensor *x)
{
    struct encoder_layer *layer = (struct encoder_layer *)self;
    nn_tensor *attended = nn_call(layer->self_attn, x, x, x, .need_weights = NN_OFF);
    x = nn_call(layer->norm1, nn_add(x, nn_call(layer->dropout1, attended)));
    return nn_call(layer->norm2, nn_add(x, feed_forward(layer, x)));
}

static nn_module *encoder_layer(void)
{
    struct encoder_layer *layer =
        nn_new(struct encoder_layer, encoder_layer_forward, .kind = "EncoderLayer");
    nn_member(layer, self_attn,
              nn_multihead_attention(WIDTH, N_HEADS, .dropout = 0.1, .batch_first = true));
    nn_member(layer, linear1, nn_linear(WIDTH, FEED_FORWARD));
    nn_member(layer, dropout, nn_dropout(.p = 0.1));
    nn_member(layer, linear2, nn_linear(FEED_FORWARD, WIDTH));
    nn_member(layer, norm1, nn_layer_norm(WIDTH));
    nn_member(layer, norm2, nn_layer_norm(WIDTH));
    nn_member(layer, dropout1, nn_dropout(.p = 0.1));
    nn_member(layer, dropout2, nn_dropout(.p = 0.1));
    return &layer->base;
}

// ---- the stack

struct encoder {
    nn_module base;
    nn_module *layers[N_LAYERS];
};

static nn_tensor *encoder_forward(nn_module *self, nn_tensor *x)
{
    struct encoder *encoder = (struct encoder *)self;
    for (int i = 0; i < N_LAYERS; i++) x = nn_call(encoder->layers[i], x);
    return x;
}

static nn_module *encoder(void)
{
    struct encoder *encoder = nn_new(struct encoder, encoder_forward, .kind = "Encoder");
    for (int i = 0; i < N_LAYERS; i++) nn_item(encoder, layers, i, encoder_layer());
    return &encoder->base;
}

// ---- the classifier

struct classifier {
    nn_module base;
    nn_module *emb, *encoder, *cls;
};

static nn_tensor *classifier_forward(nn_module *self, nn_tensor *words)
{
    struct classifier *model = (struct classifier *)self;
    nn_tensor *x = nn_call(model->encoder, nn_call(model->emb, words));
    return nn_call(model->cls, nn_mean(x, .dim = 1));
}

nn_module *transformer_encoder(void)
{
    struct classifier *model = nn_new(struct classifier, classifier_forward, .kind = "Classifier");
    nn_member(model, emb, nn_embedding(N_WORDS, WIDTH));
    nn_member(model, encoder, encoder());
    nn_member(model, cls, nn_linear(WIDTH, N_CLASSES));
    return &model->base;
}
