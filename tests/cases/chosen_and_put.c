// Elements that are chosen, put and reduced at indices, and products of rows and vectors.
#include <shapeprof/nn.h>

// How many words differ is not known, but not more than there are.
nn_tensor *vocabulary(void)
{
    struct nn_tensors words = nn_unique(nn_input(NN_I64, 8, 20), .return_counts = true);
    return nn_reshape(words.at[1], 8, 21); // expect SP151: min(unique, 160)
}

// Three different numbers stand here.
nn_tensor *known(void)
{
    nn_tensor *labels = nn_constant(NN_I64, {5}, .values = {2, 0, 2, 1, 0});
    struct nn_tensors found = nn_unique(labels);
    return nn_view(found.at[0], 4); // expect SP151: 3
}

nn_tensor *put(void)
{
    nn_tensor *x = nn_input(NN_F32, 10, 20, 3);
    nn_tensor *rows = nn_input(NN_I64, 6), *columns = nn_input(NN_I64, 6);
    x = nn_index_put(x, {rows, columns}, nn_input(NN_F32, 6, 3), .accumulate = true);
    return nn_index_put(x, {rows, columns}, nn_input(NN_F32, 6)); // expect SP160: (6) must equal size of what is indexed (3)
}

nn_tensor *put_beyond(void)
{
    nn_tensor *rows = nn_constant(NN_I64, {2}, .values = {3, 10});
    return nn_index_put(nn_input(NN_F32, 10, 20), {rows}, nn_input(NN_F32, 2, 20)); // expect SP314: holds index 10
}

nn_tensor *best(void)
{
    nn_tensor *scores = nn_input(NN_F32, 4, 7), *order = nn_argsort(scores, .dim = 1);
    scores = nn_take_along_dim(scores, order, 1);
    return nn_take_along_dim(scores, nn_input(NN_I64, 3, 2), 1); // expect SP102
}

nn_tensor *pooled(void)
{
    nn_tensor *nodes = nn_zeros(NN_F32, 5, 16), *edges = nn_input(NN_I64, 30, 16);
    return nn_scatter_reduce(nodes, nn_at(0), edges, nn_input(NN_F32, 29, 16), "mean"); // expect SP160: (30) must be at most
}

nn_tensor *normals(void)
{
    nn_tensor *a = nn_input(NN_F32, 100, 3), *b = nn_input(NN_F32, 100, 3);
    nn_tensor *n = nn_cross(a, b, .dim = 1);
    nn_tensor *q = nn_quantile(n, 0.5, .dim = 1); // [100]
    n = nn_add(nn_inner(n, a), nn_unsqueeze(q, 1)); // [100, 100]
    return nn_cross(nn_t(n), nn_kron(n, nn_input(NN_F32, 1, 1)), .dim = 1); // expect SP101: (100) must equal length of the vectors (3)
}
