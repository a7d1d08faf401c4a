#include <shapeprof/nn.h>

struct classifier {
    nn_module base;
    nn_module *embedding, *encoder, *head;
};

static nn_tensor *classifier_forward(nn_module *self, nn_tensor *ids)
{
    struct classifier *c = (struct classifier *)self;
    nn_tensor *x = nn_call(c->encoder, nn_call(c->embedding, ids));
    return nn_call(c->head, nn_mean(x, .dim = 1));
}

nn_tensor *encoder(void);

nn_tensor *encoder(void)
{
    struct classifier *c = nn_new(struct classifier, classifier_forward);
    nn_module *layer = nn_transformer_encoder_layer(64, 4, .dim_feedforward = 128,
                                                    .activation = "gelu", .batch_first = true);
    nn_member(c, embedding, nn_embedding(500, 64));
    nn_member(c, encoder, nn_transformer_encoder(layer, 3));
    nn_member(c, head, nn_linear(64, 4));
    return nn_call(&c->base, nn_input(NN_I64, 2, 10));
}
