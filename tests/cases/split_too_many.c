// More parts than a call can have results, and a number that is no dtype.
// options: --input x=f32[70000,2]
#include <shapeprof/nn.h>

nn_tensor *parts(nn_tensor *x)
{
    struct nn_tensors rows = nn_unbind(x);  // expect SP310: 70000 tensors; 65535 are the most
    struct nn_tensors all = nn_split(x, 1); // expect SP310: 70000 tensors; 65535 are the most
    nn_module *odd = nn_linear(2, 4, .dtype = 77); // expect SP320: `dtype` is 77
    return nn_add(nn_call(odd, x), nn_add(all.at[0], rows.at[0]));
}
