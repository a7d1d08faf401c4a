// ResNet-18 (He et al., 2015) for 224 x 224 images, layer by layer as
// torchvision names it.
#include <shapeprof/nn.h>

#define N_CLASSES 1000

// ---- a block: two convolutions and a way around them

struct basic_block {
    nn_module base;
    nn_module *conv1, *bn1, *relu, *conv2, *bn2;
    nn_module *downsample; // NULL where input and output have the same shape
};

static nn_tensor *basic_block_forward(nn_module *self, nn_tensor *x)
{
    struct basic_block *block = (struct basic_block *)self;
    nn_tensor *identity = x;
    nn_tensor *out = nn_call(block->relu, nn_call(block->bn1, nn_call(block->conv1, x)));
    out = nn_call(block->bn2, nn_call(block->conv2, out));
    if (block->downsample) identity = nn_call(block->downsample, x);
    return nn_call(block->relu, nn_add(out, identity));
}

static nn_module *conv3x3(int in, int out, int stride)
{
    return nn_conv2d(in, out, 3, .stride = stride, .padding = 1, .bias = NN_OFF);
}

static nn_module *basic_block(int in, int out, int stride)
{
    struct basic_block *block =
        nn_new(struct basic_block, basic_block_forward, .kind = "BasicBlock");
    nn_member(block, conv1, conv3x3(in, out, stride));
    nn_member(block, bn1, nn_batch_norm2d(out));
    nn_member(block, relu, nn_relu(.inplace = true));
    nn_member(block, conv2, conv3x3(out, out, 1));
    nn_member(block, bn2, nn_batch_norm2d(out));
    if (stride != 1 || in != out)
        nn_member(block, downsample,
                  nn_sequential(nn_conv2d(in, out, 1, .stride = stride, .bias = NN_OFF),
                                nn_batch_norm2d(out)));
    return &block->base;
}

// ---- the network

struct resnet {
    nn_module base;
    nn_module *conv1, *bn1, *relu, *maxpool;
    nn_module *layer1, *layer2, *layer3, *layer4;
    nn_module *avgpool, *fc;
};

static nn_tensor *resnet_forward(nn_module *self, nn_tensor *x)
{
    struct resnet *net = (struct resnet *)self;
    nn_module *const layers[] = {net->layer1, net->layer2, net->layer3, net->layer4};
    x = nn_call(net->relu, nn_call(net->bn1, nn_call(net->conv1, x)));
    x = nn_call(net->maxpool, x);
    for (int i = 0; i < 4; i++) x = nn_call(layers[i], x);
    x = nn_call(net->avgpool, x);
    return nn_call(net->fc, nn_f_flatten(x, .start_dim = 1));
}

static nn_module *make_layer(int in, int out, int n_blocks, int stride)
{
    nn_module *layer = nn_sequential(basic_block(in, out, stride));
    for (int i = 1; i < n_blocks; i++) nn_append(layer, basic_block(out, out, 1));
    return layer;
}

nn_module *resnet18(void)
{
    struct resnet *net = nn_new(struct resnet, resnet_forward, .kind = "ResNet");
    nn_member(net, conv1, nn_conv2d(3, 64, 7, .stride = 2, .padding = 3, .bias = NN_OFF));
    nn_member(net, bn1, nn_batch_norm2d(64));
    nn_member(net, relu, nn_relu(.inplace = true));
    nn_member(net, maxpool, nn_max_pool2d(3, .stride = 2, .padding = 1));
    nn_member(net, layer1, make_layer(64, 64, 2, 1));
    nn_member(net, layer2, make_layer(64, 128, 2, 2));
    nn_member(net, layer3, make_layer(128, 256, 2, 2));
    nn_member(net, layer4, make_layer(256, 512, 2, 2));
    nn_member(net, avgpool, nn_adaptive_avg_pool2d(1));
    nn_member(net, fc, nn_linear(512, N_CLASSES));
    return &net->base;
}
