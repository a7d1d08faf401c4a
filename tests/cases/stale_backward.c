// A program that runs backward itself: before that a call in place is wrong, behind it nothing is kept,
// and of what it never runs backward there are no gradients.
#include <shapeprof/nn.h>

int main(void)
{
    nn_module *fc = nn_linear(8, 8);
    nn_tensor *h = nn_f_sigmoid(nn_call(fc, nn_input(NN_F32, 4, 8))), *loss = nn_sum(h);
    nn_mul_(h, nn_number(2)); // expect SP815: mul overwrites what the gradient of sigmoid needs (its result)
    nn_backward(loss);

    nn_tensor *kept = nn_f_sigmoid(nn_call(fc, nn_input(NN_F32, 4, 8)));
    nn_backward(nn_sum(kept));
    nn_mul_(kept, nn_number(2));

    nn_tensor *seen = nn_call(fc, nn_input(NN_F32, 4, 8)), *shown = nn_exp(seen);
    nn_mul_(shown, nn_number(2));
    nn_backward(nn_sum(seen));
    return 0;
}
