// chunk makes fewer parts than it is asked for where the axis is short, and squeeze takes away what
// is 1: that there are all is taken for granted and told, and sizes where it is not so are run by
// themselves. No input is refused for it.
// options: --at N=1,4,6 --dtype f32
// says: assumed: 2*((N + 2)/3) + 1 <= N: otherwise there are fewer than 3 parts in chunk (chunk_of_few.c:15)
// says: assumed: N >= 2: otherwise that axis vanishes too in squeeze (chunk_of_few.c:23)
// says: 4  f32    ?              ?      80192        80192           0
// says: 6  f32    ?              ?        288          288           0
// says: 1  f32    ?              ?      40064        40064           0
// says: 4  f32    ?              ?        128          128           0
#include <shapeprof/nn.h>

static nn_tensor *parts(nn_tensor *x)
{
    struct nn_tensors p = nn_chunk(x, 3);
    nn_tensor *sum = nn_zeros(NN_F32, 8);
    for (int i = 0; i < p.n; i++) sum = nn_add(sum, nn_sum(p.at[i], .dims = {nn_at(0)}));
    return p.n < 3 ? nn_cat(sum, nn_zeros(NN_F32, 10000)) : sum;
}

static nn_tensor *axes(nn_tensor *x)
{
    nn_tensor *y = nn_squeeze(nn_unsqueeze(x, 0));
    return nn_dim(y) == 1 ? nn_cat(y, nn_zeros(NN_F32, 5000)) : y;
}

nn_tensor *chunked(nn_tensor *x) { return parts(nn_view(x, nn_size(x, 0), 8)); }
nn_tensor *squeezed(nn_tensor *x) { return axes(nn_view(x, nn_size(x, 0), 8)); }
