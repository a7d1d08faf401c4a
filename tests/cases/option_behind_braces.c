// What stands behind the tensors in braces without a name is no option, as it is in
// torch.cat([x, y], 1).
// options: --input 'f32[4,8]'
#include <shapeprof/nn.h>

struct nn_tensors grid(nn_tensor *x)
{
    return nn_meshgrid({nn_select(x, 0, 0), nn_select(x, 1, 0)}, (void *)"ij"); // expect SP320: as .indexing = "ij"
}

nn_tensor *net(nn_tensor *x)
{
    int64_t axis = nn_dim(x) - 1;
    nn_tensor *parts[] = {x, x};
    nn_tensor *grids = grid(x).at[0];
    nn_tensor *none = nn_cat({x, x}, 0);
    nn_tensor *array = nn_cat(.list = parts, .n_list = 2, .dim = 1);
    nn_tensor *long_one = nn_cat({none, none}, -1);     // expect SP320: `-1` stands where an array of tensors is wanted, which is instead of those in braces: write options by name, as .dim = -1
    nn_tensor *stacked = nn_stack({array, array}, axis); // expect SP320: write options by name, as .dim = axis
    nn_tensor *sum = nn_einsum("ij,ij->i", {x, x}, 2);  // expect SP320: `2` stands where an array of tensors is wanted
    return nn_cat({x, x}, 1);                           // expect SP320: as .dim = 1
}
