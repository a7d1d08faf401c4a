#ifndef SHAPEPROF_NN_PRODUCTS_H
#define SHAPEPROF_NN_PRODUCTS_H

// Functions of tensors that multiply matrices. Include <shapeprof/nn.h>; nn_math.h says how
// arguments are meant.

#include <shapeprof/nn_base.h>

// ---- products

// Dtypes must be equal: products do not promote. Errors: inner sizes that differ.

struct nn_matmul_args {
    struct nn_here nn_here;
    nn_tensor *input, *other;
};
// torch.matmul: [..., M, K] [..., K, N] -> [..., M, N]; leading axes broadcast, vectors count as
// a row and a column.
#define nn_matmul(...) nn_matmul_with(NN_ARGS(matmul, __VA_ARGS__))
nn_tensor *nn_matmul_with(const struct nn_matmul_args *);

// torch.inner: [..., K] [..., K]: every row of one with every row of the other.
#define nn_inner(...) nn_inner_with(NN_ARGS(matmul, __VA_ARGS__))
nn_tensor *nn_inner_with(const struct nn_matmul_args *);

// torch.kron: other in place of each element of input, multiplied by it.
#define nn_kron(...) nn_kron_with(NN_ARGS(matmul, __VA_ARGS__))
nn_tensor *nn_kron_with(const struct nn_matmul_args *);

struct nn_cross_args {
    struct nn_here nn_here;
    nn_tensor *input, *other;
    int64_t dim;
};
// torch.cross: vector products along dim, which is 3 long; the first such axis where not given.
#define nn_cross(...) nn_cross_with(NN_ARGS(cross, __VA_ARGS__))
nn_tensor *nn_cross_with(const struct nn_cross_args *);

struct nn_mm_args {
    struct nn_here nn_here;
    nn_tensor *input, *mat2;
};
// torch.mm: [M, K] [K, N] -> [M, N].
#define nn_mm(...) nn_mm_with(NN_ARGS(mm, __VA_ARGS__))
nn_tensor *nn_mm_with(const struct nn_mm_args *);

// torch.bmm: [B, M, K] [B, K, N] -> [B, M, N].
#define nn_bmm(...) nn_bmm_with(NN_ARGS(mm, __VA_ARGS__))
nn_tensor *nn_bmm_with(const struct nn_mm_args *);

struct nn_mv_args {
    struct nn_here nn_here;
    nn_tensor *input, *vec;
};
// torch.mv: [M, K] [K] -> [M].
#define nn_mv(...) nn_mv_with(NN_ARGS(mv, __VA_ARGS__))
nn_tensor *nn_mv_with(const struct nn_mv_args *);

struct nn_dot_args {
    struct nn_here nn_here;
    nn_tensor *input, *tensor;
};
// torch.dot: [K] [K] -> [].
#define nn_dot(...) nn_dot_with(NN_ARGS(dot, __VA_ARGS__))
nn_tensor *nn_dot_with(const struct nn_dot_args *);

struct nn_outer_args {
    struct nn_here nn_here;
    nn_tensor *input, *vec2;
};
// torch.outer: [M] [N] -> [M, N].
#define nn_outer(...) nn_outer_with(NN_ARGS(outer, __VA_ARGS__))
nn_tensor *nn_outer_with(const struct nn_outer_args *);

struct nn_addmm_args {
    struct nn_here nn_here;
    nn_tensor *input, *mat1, *mat2, *beta, *alpha;
};
// torch.addmm: beta input + alpha mat1 mat2; input broadcasts to [M, N].
#define nn_addmm(...) nn_addmm_with(NN_ARGS(addmm, __VA_ARGS__))
nn_tensor *nn_addmm_with(const struct nn_addmm_args *);

struct nn_baddbmm_args {
    struct nn_here nn_here;
    nn_tensor *input, *batch1, *batch2, *beta, *alpha;
};
// torch.baddbmm: beta input + alpha batch1 batch2; input broadcasts to [B, M, N].
#define nn_baddbmm(...) nn_baddbmm_with(NN_ARGS(baddbmm, __VA_ARGS__))
nn_tensor *nn_baddbmm_with(const struct nn_baddbmm_args *);

struct nn_einsum_args {
    struct nn_here nn_here;
    const char *equation;
    nn_tensor *operands[NN_MAX_LIST];
    nn_tensor *const *list; // instead: so many tensors of an array
    int64_t n_list;
};
// torch.einsum: nn_einsum("bij,bjk->bik", {a, b}): one letter an axis; letters that the result
// lacks are summed over, and without "->" those that stand twice are. Errors: another number of
// letters than axes; sizes of one letter that differ.
#define nn_einsum(...) nn_einsum_with(NN_ARGS(einsum, __VA_ARGS__))
nn_tensor *nn_einsum_with(const struct nn_einsum_args *);

struct nn_cdist_args {
    struct nn_here nn_here;
    nn_tensor *x1, *x2;
    double p;
};
// torch.cdist: [..., P, M] [..., R, M] -> [..., P, R], p-norms (2) of the differences.
#define nn_cdist(...) nn_cdist_with(NN_ARGS(cdist, __VA_ARGS__))
nn_tensor *nn_cdist_with(const struct nn_cdist_args *);

struct nn_f_linear_args {
    struct nn_here nn_here;
    nn_tensor *input, *weight, *bias;
};
// torch.nn.functional.linear: x [..., in], weight [out, in], bias [out] -> [..., out].
#define nn_f_linear(...) nn_f_linear_with(NN_ARGS(f_linear, __VA_ARGS__))
nn_tensor *nn_f_linear_with(const struct nn_f_linear_args *);

struct nn_f_bilinear_args {
    struct nn_here nn_here;
    nn_tensor *input1, *input2, *weight, *bias;
};
// torch.nn.functional.bilinear: x1 [..., in1], x2 [..., in2], weight [out, in1, in2], bias [out] ->
// [..., out].
#define nn_f_bilinear(...) nn_f_bilinear_with(NN_ARGS(f_bilinear, __VA_ARGS__))
nn_tensor *nn_f_bilinear_with(const struct nn_f_bilinear_args *);

#endif
