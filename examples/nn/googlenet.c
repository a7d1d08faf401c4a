// GoogLeNet (Szegedy et al., 2015) with batch norm for 224 x 224 images, as in torchvision: nine
// inception modules, and two more classifiers that are called only in training.
#include <shapeprof/nn.h>

// ---- a convolution, batch norm, ReLU

struct conv_block {
    nn_module base;
    nn_module *conv, *bn;
};

static nn_tensor *conv_block_forward(nn_module *self, nn_tensor *x)
{
    struct conv_block *block = (struct conv_block *)self;
    return nn_f_relu(nn_call(block->bn, nn_call(block->conv, x)), .inplace = true);
}

static nn_module *conv_block(int in, int out, int kernel, int stride)
{
    struct conv_block *block = nn_new(struct conv_block, conv_block_forward);
    nn_member(block, conv,
              nn_conv2d(in, out, kernel, .stride = stride, .padding = kernel / 2, .bias = NN_OFF));
    nn_member(block, bn, nn_batch_norm2d(out, .eps = 0.001));
    return &block->base;
}

// ---- four branches over the same input, joined channel by channel

#define N_BRANCHES 4

struct inception {
    nn_module base;
    nn_module *branches[N_BRANCHES];
};

// Channels: of the input, of the 1x1 branch, and of the 3x3 and "5x5" branches before (reduced) and
// after their convolution; what the pool gives is projected. The 5x5 filters are 3x3, as in
// torchvision.
struct widths {
    const char *name;
    int in, conv1x1, reduced3x3, conv3x3, reduced5x5, conv5x5, projected;
};

static nn_tensor *inception_forward(nn_module *self, nn_tensor *x)
{
    struct inception *block = (struct inception *)self;
    nn_tensor *outputs[N_BRANCHES];
    for (int i = 0; i < N_BRANCHES; i++) outputs[i] = nn_call(block->branches[i], x);
    return nn_cat(.list = outputs, .n_list = N_BRANCHES, .dim = 1);
}

static nn_module *inception(const struct widths *w)
{
    static const char *const names[N_BRANCHES] = {"branch1", "branch2", "branch3", "branch4"};
    struct inception *block = nn_new(struct inception, inception_forward, .kind = "Inception");
    nn_module *branches[N_BRANCHES] = {
        conv_block(w->in, w->conv1x1, 1, 1),
        nn_sequential(conv_block(w->in, w->reduced3x3, 1, 1),
                      conv_block(w->reduced3x3, w->conv3x3, 3, 1)),
        nn_sequential(conv_block(w->in, w->reduced5x5, 1, 1),
                      conv_block(w->reduced5x5, w->conv5x5, 3, 1)),
        nn_sequential(nn_max_pool2d(3, .stride = 1, .padding = 1, .ceil_mode = true),
                      conv_block(w->in, w->projected, 1, 1)),
    };
    for (int i = 0; i < N_BRANCHES; i++)
        block->branches[i] = nn_child(&block->base, names[i], branches[i]);
    return &block->base;
}

// ---- a classifier on the way

struct auxiliary {
    nn_module base;
    nn_module *conv, *fc1, *fc2, *dropout;
};

static nn_tensor *auxiliary_forward(nn_module *self, nn_tensor *x)
{
    struct auxiliary *head = (struct auxiliary *)self;
    x = nn_call(head->conv, nn_f_adaptive_avg_pool2d(x, 4));
    x = nn_f_relu(nn_call(head->fc1, nn_f_flatten(x, .start_dim = 1)), .inplace = true);
    return nn_call(head->fc2, nn_call(head->dropout, x));
}

static nn_module *auxiliary(int in, int classes)
{
    struct auxiliary *head = nn_new(struct auxiliary, auxiliary_forward, .kind = "InceptionAux");
    nn_member(head, conv, conv_block(in, 128, 1, 1));
    nn_member(head, fc1, nn_linear(128 * 4 * 4, 1024));
    nn_member(head, fc2, nn_linear(1024, classes));
    nn_member(head, dropout, nn_dropout(0.7));
    return &head->base;
}

// ---- the network

enum {
    BLOCK_3A,
    BLOCK_3B,
    BLOCK_4A,
    BLOCK_4B,
    BLOCK_4C,
    BLOCK_4D,
    BLOCK_4E,
    BLOCK_5A,
    BLOCK_5B,
    N_BLOCKS
};

static const struct widths blocks[N_BLOCKS] = {
    [BLOCK_3A] = {"inception3a", 192, 64, 96, 128, 16, 32, 32},
    [BLOCK_3B] = {"inception3b", 256, 128, 128, 192, 32, 96, 64},
    [BLOCK_4A] = {"inception4a", 480, 192, 96, 208, 16, 48, 64},
    [BLOCK_4B] = {"inception4b", 512, 160, 112, 224, 24, 64, 64},
    [BLOCK_4C] = {"inception4c", 512, 128, 128, 256, 24, 64, 64},
    [BLOCK_4D] = {"inception4d", 512, 112, 144, 288, 32, 64, 64},
    [BLOCK_4E] = {"inception4e", 528, 256, 160, 320, 32, 128, 128},
    [BLOCK_5A] = {"inception5a", 832, 256, 160, 320, 32, 128, 128},
    [BLOCK_5B] = {"inception5b", 832, 384, 192, 384, 48, 128, 128},
};

struct googlenet {
    nn_module base;
    nn_module *conv1, *maxpool1, *conv2, *conv3, *maxpool2;
    nn_module *blocks[N_BLOCKS];
    nn_module *maxpool3, *maxpool4;
    nn_module *aux1, *aux2;
    nn_module *avgpool, *dropout, *fc;
};

static nn_tensor *stem(struct googlenet *net, nn_tensor *x)
{
    x = nn_call(net->maxpool1, nn_call(net->conv1, x));
    return nn_call(net->maxpool2, nn_call(net->conv3, nn_call(net->conv2, x)));
}

static struct nn_tensors googlenet_forward(nn_module *self, struct nn_tensors in)
{
    struct googlenet *net = (struct googlenet *)self;
    nn_tensor *x = stem(net, in.at[0]), *aux1 = NULL, *aux2 = NULL;
    for (int i = 0; i < N_BLOCKS; i++) {
        x = nn_call(net->blocks[i], x);
        if (i == BLOCK_3B) x = nn_call(net->maxpool3, x);
        if (i == BLOCK_4A && nn_is_training(self)) aux1 = nn_call(net->aux1, x);
        if (i == BLOCK_4D && nn_is_training(self)) aux2 = nn_call(net->aux2, x);
        if (i == BLOCK_4E) x = nn_call(net->maxpool4, x);
    }
    x = nn_f_flatten(nn_call(net->avgpool, x), .start_dim = 1);
    x = nn_call(net->fc, nn_call(net->dropout, x));
    return aux1 ? nn_results(x, aux1, aux2) : nn_results(x);
}

nn_module *googlenet(void)
{
    struct googlenet *net =
        nn_new(struct googlenet, .forward_all = googlenet_forward, .kind = "GoogLeNet");
    nn_member(net, conv1, conv_block(3, 64, 7, 2));
    nn_member(net, maxpool1, nn_max_pool2d(3, .stride = 2, .ceil_mode = true));
    nn_member(net, conv2, conv_block(64, 64, 1, 1));
    nn_member(net, conv3, conv_block(64, 192, 3, 1));
    nn_member(net, maxpool2, nn_max_pool2d(3, .stride = 2, .ceil_mode = true));
    nn_member(net, maxpool3, nn_max_pool2d(3, .stride = 2, .ceil_mode = true));
    nn_member(net, maxpool4, nn_max_pool2d(2, .stride = 2, .ceil_mode = true));
    for (int i = 0; i < N_BLOCKS; i++)
        net->blocks[i] = nn_child(&net->base, blocks[i].name, inception(&blocks[i]));
    nn_member(net, aux1, auxiliary(512, 1000));
    nn_member(net, aux2, auxiliary(528, 1000));
    nn_member(net, avgpool, nn_adaptive_avg_pool2d(1));
    nn_member(net, dropout, nn_dropout(0.2));
    nn_member(net, fc, nn_linear(1024, 1000));
    return &net->base;
}
