// More axes than a tensor can have here.
#include <shapeprof/nn.h>

nn_tensor *net(nn_tensor *x)
{
    for (int i = 0; i < 12; i++) x = nn_unsqueeze(x, nn_at(0)); // expect SP310: a larger one is not supported
    return x;
}
