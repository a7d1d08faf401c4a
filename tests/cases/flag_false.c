// In C a flag that is false can't be told from one that is not given.
// says: to mend it: write .bias = NN_OFF to turn it off
#include <stdbool.h>
#include <shapeprof/nn.h>

nn_module *net(void)
{
    bool biased = 8 < 4;
    enum nn_flag flag = NN_DEFAULT;
    return nn_sequential(nn_linear(8, 8, .bias = false), // expect SP325: `.bias` is false or 0
                         nn_linear(8, 8, .bias = 0), // expect SP325: `.bias` is false or 0
                         nn_linear(8, 8,
                                   .bias = biased), // expect SP325: it stays on
                         nn_linear(8, 8, .bias = 8 < 4), // expect SP325: it stays on
                         nn_linear(8, 8, .bias = NN_OFF), nn_linear(8, 8, .bias = true),
                         nn_linear(8, 8, .bias = NN_DEFAULT), nn_linear(8, 8, .bias = flag),
                         nn_linear(8, 8));
}

nn_tensor *trained(nn_tensor *x)
{
    x = nn_f_dropout(x, .training = false); // expect SP325: `.training`
    return nn_f_batch_norm(x, nn_zeros(NN_F32, 8), nn_ones(NN_F32, 8), .training = false);
}
