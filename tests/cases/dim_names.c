// options: --checks=dim-names
// A product over two sizes that the program has two names for.
#include <shapeprof/nn.h>

nn_module *different(int64_t n_embd, int64_t n_hidden)
{
    return nn_sequential(nn_linear(8, n_embd), nn_linear(n_hidden, 8)); // expect SP812: sums over
}

nn_module *same(int64_t n_embd)
{
    return nn_sequential(nn_linear(8, n_embd), nn_linear(n_embd, 8));
}
