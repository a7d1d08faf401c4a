// A pointer among sizes: C converts it to a number without a word, or with a warning.
// options: --input 'f32[4,8]'
#include <shapeprof/nn.h>

nn_tensor *net(nn_tensor *x)
{
    nn_tensor *y = nn_view(x, 8, x);           // expect SP320: nn_view is given a pointer for `shape`, which is a number
    nn_tensor *z = nn_permute(x, "1", 0);      // expect SP320: nn_permute is given a pointer for `dims`
    return nn_add(nn_f_relu(y), z);
}
