// The states of a cell have the batch in front, those of a layer the layers.
// options: --input 'f32[3,8]' --input 'h=f32[2,4]'
#include <shapeprof/nn.h>

nn_tensor *step(nn_tensor *x, nn_tensor *h)
{
    nn_module *cell = nn_gru_cell(8, 4);
    return nn_call(cell, x, h); // expect SP121: its dim 0 (2) must equal batch (3)
}
