// Names of nn.h that do not exist: the one that has the word in it is meant before one that is
// spelt a little like it; with a list in braces as well as with options.
#include <shapeprof/nn.h>

nn_tensor *padded(nn_tensor *x)
{
    nn_tensor *y = nn_f_pad(x, {1, 1}); // expect SP607: there is no function `nn_f_pad`, did you mean `nn_pad`?
    return y;
}

void train(nn_tensor *x)
{
    nn_adam(x); // expect SP422: did you mean `nn_optim_adam`?
    nn_step(x); // expect SP422: did you mean `nn_optim_step`?
}
