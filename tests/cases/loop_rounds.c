// options: --entry net --input 'f32[4,6]'
// says: so it is in rounds 2 to 4 and 6 of the loop; in the last of them: add: input is f32[4, 6], its dim 0 (4) must equal dim 0 (10) of other f32[10, 7]
// says: so it is 6 times, as this is run again; the last time
#include <shapeprof/nn.h>

static nn_tensor *step(nn_tensor *x, int rows)
{
    return nn_add(x, nn_ones(NN_F32, rows, 6)); // expect SP102: dim 0 (5)
}

nn_tensor *net(nn_tensor *x)
{
    for (int i = 0; i < 6; i++) {
        if (i == 0 || i == 4) continue;
        nn_add(x, nn_ones(NN_F32, 5 + i, 7)); // expect SP102: dim 0 (6)
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) step(x, 5 + j);
    return x;
}
