// Losses and gradients of all sorts, for `shapeprof run --backward`.
#include <shapeprof/nn.h>

// The model's output is its loss.
nn_tensor *scalar(nn_tensor *x)
{
    nn_tensor *y = nn_call(nn_linear(8, 4), x);
    return nn_mean(nn_mul(y, y));
}

// Sigmoids pass a quarter of a gradient at most.
nn_module *deep(void)
{
    return nn_sequential(nn_linear(8, 8), nn_sigmoid(), nn_linear(8, 8), nn_sigmoid(),
                         nn_linear(8, 8), nn_sigmoid(), nn_linear(8, 8));
}

// What scales activations scales gradients on their way back.
nn_tensor *growing(nn_tensor *x)
{
    nn_tensor *h = nn_call(nn_linear(8, 8), x);
    return nn_call(nn_linear(8, 2), nn_mul(h, nn_number(64.0)));
}

// Nothing can be learned.
nn_tensor *fixed(nn_tensor *x)
{
    return nn_f_relu(x);
}

struct nn_tensors two(nn_tensor *x)
{
    return nn_chunk(nn_call(nn_linear(8, 6), x), 2);
}
