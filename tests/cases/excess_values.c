// Braces around sizes stand for the first of them; what is too much is dropped.
// options: --input f32[4,2]
#include <shapeprof/nn.h>

nn_tensor *braces(nn_tensor *x)
{
    return nn_view(x, {8, 1}); // expect SP419: nn_view: a list in braces stands for one number
}

nn_tensor *many(nn_tensor *x)
{
    int sizes[2] = {4, 2, 1}; // expect SP419: more values than the 2 that there is room for
    return nn_view(x, sizes[0] * sizes[1]);
}

nn_tensor *one(nn_tensor *x)
{
    return nn_view(x, {8});
}

// The list of a layer begins with a value that is none of the user's.
nn_tensor *layers(nn_tensor *x)
{
    nn_module *net = nn_sequential(
        nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(),
        nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(),
        nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(),
        nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(), nn_relu(),
        nn_relu()); // expect SP419: nn_sequential: more values than the 32 that there is room for
    return nn_call(net, x);
}

// An array with too few values is filled up with zeros.
nn_tensor *few(nn_tensor *x)
{
    nn_tensor *y = nn_reshape(x, 1, 2, 2, 2);
    return nn_call(nn_conv2d(2, 8, .kernel_sizes = {1}), y); // expect SP310: of its 2 values only the first is given, and C makes the others 0; write 2 values, or kernel_size as one number for all axes
}
