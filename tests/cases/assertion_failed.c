// The model's own check says no.
#include <assert.h>
#include <shapeprof/nn.h>

static nn_module *attention(int width, int n_heads)
{
    assert(width % n_heads == 0); // expect SP413
    return nn_multihead_attention(width, n_heads);
}

nn_module *net(void)
{
    return attention(64, 5);
}
