// Constructors of modules that are called as if they were functions of tensors.
#include <shapeprof/nn.h>

nn_tensor *gate(nn_tensor *x)
{
    nn_tensor *y = nn_f_relu(x);
    return nn_mul(y, nn_gelu(y)); // expect SP320: nn_gelu makes a module and takes no tensor
}
