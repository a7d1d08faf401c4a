// The cache is emptied to make room, and nothing was given back yet.
#include <shapeprof/nn.h>

int main(void)
{
    nn_module *model = nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_tensor *y = nn_call(model, x);
    nn_set_caching_allocator(true);
    nn_empty_cache();   // expect SP802: no tensor was freed before
    nn_tensor_free(y);
    nn_empty_cache();
    nn_call(model, x);
    return 0;
}
