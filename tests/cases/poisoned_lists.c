// What is taken apart behind a wrong call is not blamed.
#include <shapeprof/nn.h>

static nn_tensor *wrong(void)
{
    return nn_call(nn_linear(8, 6), nn_input(NN_F32, 2, 7)); // expect SP101: dim 1 (7)
}

nn_tensor *taken_apart(void)
{
    nn_tensor *x = wrong();
    struct nn_tensors p = nn_chunk(x, 3, .dim = -1);
    struct nn_tensors rows = nn_split(x, .sections = {1, 2, 2, 1}, .dim = -1);
    struct nn_tensors steps = nn_unbind(x, .dim = 1);
    struct nn_tensors state = nn_call_all(nn_lstm(6, 5), x);
    nn_tensor *sum = nn_add(nn_add(p.at[0], p.at[1]), p.at[2]);
    return nn_add(nn_add(sum, rows.at[3]), nn_add(steps.at[5], state.at[2]));
}

nn_tensor *refused_itself(void)
{
    struct nn_tensors p = nn_chunk(nn_input(NN_F32, 2, 6), 4, .dim = 2); // expect SP301: axis 2 of chunk
    return nn_add(p.at[0], p.at[3]);
}
