#include <shapeprof/nn.h>

// Functions with several results, indices and constants.
nn_tensor *indices(void);

nn_tensor *indices(void)
{
    nn_tensor *x = nn_input(NN_F32, 6, 10), *rows = nn_constant(NN_I64, {3}, .values = {0, 2, 5});
    struct nn_tensors best = nn_topk(x, 3, .dim = 1), sorted = nn_sort(x, .descending = true);
    nn_tensor *chosen = nn_index_select(x, 0, rows);
    nn_tensor *gathered = nn_gather(sorted.at[0], 1, best.at[1]);
    struct nn_tensors parts = nn_split(gathered, .sections = {1, 2}, .dim = 1);
    nn_tensor *where = nn_where(nn_gt(parts.at[1], nn_integer(0)), parts.at[1], parts.at[0]);
    nn_tensor *all = nn_cat({nn_f_flatten(where), nn_f_flatten(chosen), nn_zeros(NN_F32, 4)});
    all = nn_stack({all, nn_roll(all, .shift = 1, .dim = nn_at(0))});
    return nn_einsum("ij,kj->ik", {all, nn_clamp(all, .min = nn_number(0))});
}
