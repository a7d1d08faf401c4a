// What is wrong is said of what the program gave, not of what follows from it.
// says: where the number is meant: .min = nn_number(0)
// says: the function of tensors is nn_f_sigmoid
// says: the function of tensors is nn_f_dropout
// says: make the module once and call it
#include <shapeprof/nn.h>

nn_module *no_hidden_size(void)
{
    return nn_lstm(4, 0); // expect SP310: LSTM: hidden_size is 0; it is at least 1
}

nn_module *no_hidden_size_of_gru(void)
{
    return nn_gru(4, .hidden_size = 0); // expect SP310: GRU: hidden_size is 0; it is at least 1
}

nn_module *end_of_list(void)
{
    return nn_sequential(nn_linear(8, 8), nn_layer_norm({NN_END})); // expect SP320: nn_layer_norm: `normalized_shape` is NN_END, which ends a list, and here is one number; a list is .normalized_shapes = {...}
}

nn_tensor *clamped_at_nothing(nn_tensor *x)
{
    return nn_clamp(x, .min = 0); // expect SP326: `min` is 0 here, which is no tensor but NULL // expect SP312: clamp needs min, max or both
}

nn_tensor *clamped_on_one_side(nn_tensor *x)
{
    return nn_clamp(x, .min = 0, .max = nn_number(6)); // expect SP326: `min` is 0 here
}

nn_tensor *clamped(nn_tensor *x)
{
    return nn_clamp(x, .min = NULL, .max = nn_number(6));
}

nn_tensor *sigmoid(nn_tensor *x)
{
    return nn_sigmoid(x); // expect SP331: nn_sigmoid makes a module and takes no tensor
}

nn_tensor *dropout(nn_tensor *x)
{
    return nn_dropout(x, true); // expect SP331: nn_dropout makes a module and takes no tensor
}

nn_tensor *alpha_dropout(nn_tensor *x)
{
    return nn_alpha_dropout(x); // expect SP331: nn_alpha_dropout makes a module and takes no tensor
}

nn_tensor *pooled(nn_tensor *x)
{
    nn_softmax2d(x); // expect SP331: nn_softmax2d makes a module and takes no tensor
    return nn_f_relu(x);
}
