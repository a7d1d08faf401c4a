// Wrong calls of functional ops, each in a function of its own.
#include <shapeprof/nn.h>

static nn_tensor *matrix(int64_t rows, int64_t columns)
{
    return nn_input(NN_F32, rows, columns);
}

static nn_tensor *cube(void)
{
    return nn_input(NN_F32, 2, 3, 4);
}

static nn_tensor *number(void)
{
    return nn_input(NN_F32, NN_END);
}

// ---- shapes

nn_tensor *bmm_batches(void)
{
    return nn_bmm(cube(), nn_input(NN_F32, 5, 4, 6)); // expect SP150: input is f32[2, 3, 4], its dim 0 (2) must equal dim 0 (5) of mat2 f32[5, 4, 6]
}

nn_tensor *view_count(void)
{
    return nn_view(matrix(2, 3), 4, 2); // expect SP151: input is f32[2, 3], its number of elements (6) must equal the product of [4, 2] (8)
}

nn_tensor *view_count_inferred(void)
{
    return nn_view(matrix(2, 3), 4, -1); // expect SP151: input is f32[2, 3], its number of elements (6) must be divisible by the product of the given sizes (4)
}

nn_tensor *view_strides(void)
{
    nn_tensor *turned = nn_transpose(matrix(2, 3), 0, 1);
    return nn_view(turned, 6); // expect SP152: the elements of f32[3, 2] do not lie in an order that can be viewed as [6]
}

nn_tensor *expand_size(void)
{
    return nn_expand(matrix(2, 3), 4, 3); // expect SP153: input is f32[2, 3], its dim 0 (2) must equal target size (4)
}

nn_tensor *cat_rank(void)
{
    return nn_cat({matrix(2, 3), cube()}, .dim = 0); // expect SP154: tensors 0 and 1 have different ranks: f32[2, 3] and f32[2, 3, 4]
}

nn_tensor *cat_sizes(void)
{
    return nn_cat({matrix(2, 3), matrix(2, 4)}, .dim = 0); // expect SP155: tensors[0] is f32[2, 3], its dim 1 (3) must equal dim 1 (4) of tensors[1] f32[2, 4]
}

struct nn_tensors split_sum(void)
{
    return nn_split(matrix(5, 3), .sections = {2, 2, NN_END}); // expect SP156: input is f32[5, 3], its dim 0 (5) must equal sum of the split sizes (4)
}

nn_tensor *narrow_range(void)
{
    return nn_narrow(matrix(5, 3), .dim = nn_at(0), .start = 4, .length = 2); // expect SP159: input is f32[5, 3], its dim 0 (5) must be at least start + length (6)
}

nn_tensor *gather_sizes(void)
{
    return nn_gather(matrix(2, 3), 1, nn_input(NN_I64, 4, 1)); // expect SP160: index is i64[4, 1], its dim 0 (4) must be at most dim 0 (2) of input f32[2, 3]
}

struct nn_tensors topk_range(void)
{
    return nn_topk(matrix(2, 3), 4); // expect SP162: input is f32[2, 3], its dim 1 (3) must be at least k (4)
}

nn_tensor *repeats_size(void)
{
    nn_tensor *repeats = nn_input(NN_I64, 3);
    return nn_repeat_interleave(matrix(2, 3), .repeats_tensor = repeats, .dim = nn_at(0)); // expect SP163: repeats is i64[3], its dim 0 (3) must equal dim 0 (2) of input f32[2, 3]
}

nn_tensor *einsum_sizes(void)
{
    return nn_einsum("ij,jk->ik", {matrix(2, 3), matrix(4, 5)}); // expect SP164: operands[0] is f32[2, 3], its dim 1 (3) must equal dim 0 (4) of operands[1] f32[4, 5]
}

nn_tensor *inplace_size(void)
{
    return nn_add(matrix(1, 3), matrix(2, 3), .inplace = true); // expect SP165: input is f32[1, 3], its dim 0 (1) must equal broadcast size (2)
}

nn_tensor *inplace_overlap(void)
{
    nn_tensor *wide = nn_expand(matrix(1, 3), 2, 3);
    return nn_exp(wide, .inplace = true); // expect SP166: in place it would write elements of f32[2, 3] several times
}

// ---- dtypes

nn_tensor *float_wanted(void)
{
    return nn_mean(nn_input(NN_I64, 3)); // expect SP230: a mean cannot be i64: input is i64[3]
}

nn_tensor *inplace_dtype(void)
{
    return nn_mul(nn_input(NN_I64, 3), nn_number(0.5), .inplace = true); // expect SP231: the result is f32, which does not fit in place into i64[3]
}

nn_tensor *value_range(void)
{
    nn_tensor *mask = nn_input(NN_BOOL, 3);
    return nn_masked_fill(nn_input(NN_F16, 3), mask, nn_number(-1e9)); // expect SP232: the value of masked_fill does not fit into f16
}

// ---- arguments

nn_tensor *axis_repeated(void)
{
    return nn_permute(matrix(2, 3), 0, -2); // expect SP350: axis 0 appears more than once in `dims`
}

struct nn_tensors no_axes(void)
{
    return nn_chunk(number(), 2); // expect SP351: an axis is needed, but the tensor has none (it is one number)
}

nn_tensor *view_infer(void)
{
    return nn_view(matrix(2, 3), -1, -1); // expect SP352: shape has -1 at axes 0 and 1; only one size can be inferred
}

nn_tensor *flatten_order(void)
{
    return nn_f_flatten(cube(), .start_dim = 2, .end_dim = 1); // expect SP354: start_dim 2 comes after end_dim 1 of f32[2, 3, 4]
}

nn_tensor *einsum_equation(void)
{
    return nn_einsum("ij->ijj", {matrix(2, 3)}); // expect SP355: equation "ij->ijj": a letter that stands twice in the result at character 7
}

nn_tensor *unfold_step(void)
{
    return nn_unfold_axis(matrix(2, 8), 1, 3, nn_at(0)); // expect SP356: step (0) must be at least 1
}
