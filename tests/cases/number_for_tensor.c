// As torch.cat has it, the dim comes last or by name: a number where a tensor is wanted is told as
// such, behind what the compiler says of it.
// options: --input 'f32[4,8]'
#include <shapeprof/nn.h>

nn_tensor *net(nn_tensor *x)
{
    return nn_cat(1, x, x); // expect SP324: the number 1 stands where a tensor is wanted: nn_integer(1)
}
