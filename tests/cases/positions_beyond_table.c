// Positions 0, 1, ... T - 1 go into a table of 128 rows: T is at most 128.
// options: --input i64[2,T]
// says: T <= 128
#include <shapeprof/nn.h>

nn_tensor *forward(nn_tensor *ids)
{
    nn_tensor *positions = nn_unsqueeze(nn_arange(0, nn_size(ids, 1)), 0);
    return nn_add(nn_call(nn_embedding(1000, 16), ids), nn_call(nn_embedding(128, 16), positions));
}
