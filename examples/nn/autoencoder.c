// An autoencoder of two stacks for flattened 28 x 28 images.
#include <shapeprof/nn.h>

struct autoencoder {
    nn_module base;
    nn_module *encoder, *decoder;
};

static nn_tensor *autoencoder_forward(nn_module *self, nn_tensor *x)
{
    struct autoencoder *net = (struct autoencoder *)self;
    return nn_call(net->decoder, nn_call(net->encoder, x));
}

nn_module *autoencoder(void)
{
    struct autoencoder *net = nn_new(struct autoencoder, autoencoder_forward);
    nn_member(net, encoder, nn_sequential(nn_linear(784, 128), nn_relu(), nn_linear(128, 32)));
    nn_member(net, decoder,
              nn_sequential(nn_linear(32, 128), nn_relu(), nn_linear(128, 784), nn_sigmoid()));
    return &net->base;
}
