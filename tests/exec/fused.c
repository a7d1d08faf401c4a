// Elementwise chains, one of them with a second operand that a whole layer makes, and one whose
// middle is read twice and so stays a tensor.
#include <shapeprof/nn.h>

nn_tensor *fused(nn_tensor *x, nn_tensor *y)
{
    nn_module *up = nn_linear(64, 64);
    nn_tensor *gate = nn_f_sigmoid(nn_add(nn_call(up, x), y));
    nn_tensor *wide = nn_mul(nn_f_gelu(x), gate);
    nn_tensor *twice = nn_f_tanh(nn_add(wide, x));
    return nn_add(nn_exp(nn_neg(twice)), nn_mul(twice, nn_number(2.0)));
}
