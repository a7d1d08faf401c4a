// Constructors of modules called as functions of tensors, and the other way round.
// says: the function of tensors is nn_f_flatten
// says: the function of tensors is nn_f_relu
// says: the function of tensors is nn_f_softmax
// says: make the module once and call it: nn_call(module, x)
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *flattening_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    x = nn_flatten(x, 1); // expect SP320: nn_flatten makes a module and takes no tensor: a pointer is given for its option `start_dim`
    return nn_call(net->fc, x);
}

nn_module *flattening(void)
{
    struct net *net = nn_new(struct net, flattening_forward);
    nn_member(net, fc, nn_linear(8, 8));
    return &net->base;
}

static nn_tensor *relu_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    return nn_call(net->fc, nn_relu(x)); // expect SP320: nn_relu makes a module and takes no tensor: a pointer is given for its option `inplace`
}

nn_module *relus(void)
{
    struct net *net = nn_new(struct net, relu_forward);
    nn_member(net, fc, nn_linear(8, 8));
    return &net->base;
}

nn_tensor *softmaxed(nn_tensor *x)
{
    return nn_softmax(x, 1); // expect SP320: nn_softmax makes a module and takes no tensor: a pointer is given for its option `dim` // expect SP419: more values than the 1
}

nn_tensor *linear(nn_tensor *x)
{
    return nn_linear(x, 8); // expect SP320: nn_linear makes a module and takes no tensor: a pointer is given for its option `in_features`
}

nn_tensor *convolved(nn_tensor *x)
{
    return nn_lstm(x, 8, 8); // expect SP320: nn_lstm makes a module and takes no tensor: a pointer is given for its option `input_size`
}

nn_tensor *added(nn_tensor *x)
{
    return nn_sum(x, x); // expect SP320: nn_sum is given a pointer for `dim`, which is a number
}

nn_module *tensor_among_modules(void)
{
    return nn_sequential(nn_linear(8, 8), nn_f_relu(nn_ones(NN_F32, 4, 8))); // expect SP324: a tensor stands where a module is wanted
}

nn_tensor *module_for_tensor(nn_tensor *x)
{
    return nn_add(x, nn_relu()); // expect SP324: a module stands where a tensor is wanted: nn_call(module, x) gives its result; nn_relu makes a module, and nn_f_relu is the function of tensors
}
