// Sizes that do not broadcast have a mend in every op, in losses and batches of matrices too.
// says: loss_sizes.c:9:12: note: to mend it: make the two sizes equal, or one of them 1
// says: loss_sizes.c:15:12: note: to mend it: make the two sizes equal, or one of them 1
#include <shapeprof/nn.h>

nn_tensor *loss(void)
{
    nn_tensor *images = nn_input(NN_F32, 4, 3, 8, 8), *target = nn_input(NN_F32, 4, 1, 8, 9);
    return nn_f_mse_loss(images, target); // expect SP102: its dim 3 (8) must equal dim 3 (9) of target
}

nn_tensor *batches(void)
{
    nn_tensor *a = nn_input(NN_F32, 2, 3, 4), *b = nn_input(NN_F32, 5, 4, 6);
    return nn_matmul(a, b); // expect SP102: its dim 0 (2) must equal dim 0 (5) of other
}
