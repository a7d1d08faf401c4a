// Products that are none of matrices as they stand: inner, kron and cross.

#include "ir/ops/kernels.h"
#include "ir/ops/axes.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/layout.h"

#include <string.h>

// ---- inner: every row of one with every row of the other

static bool has_number(const struct infer *in)
{
    return infer_rank(in, 0) == 0 || infer_rank(in, 1) == 0;
}

// With a tensor without axes it is the elementwise product, which promotes. Rows are multiplied as
// by matmul, which has no bool; without elements nothing is looked at.
static void inner_shape(struct infer *in)
{
    struct shape out;
    if (has_number(in)) {
        infer_broadcast(in, 0, 2, &out);
        infer_results(in, 1);
        infer_result(in, 0, infer_promote(in), &out);
        return;
    }
    require_equal(in, DIAG_MATMUL_INNER, infer_dim(in, 0, -1), infer_dim(in, 1, -1),
                  "make the last axes equally long");
    int a_rank = infer_rank(in, 0), b_rank = infer_rank(in, 1);
    if (a_rank + b_rank - 2 > MAX_RANK) {
        refuse(in, DIAG_OPTION_RANGE, "inner of %s and %s has rank %d; at most %d is supported",
               rule_type_string(in, 0), rule_type_string(in, 1), a_rank + b_rank - 2, MAX_RANK);
        return;
    }
    out = *infer_shape(in, 0);
    out.rank = a_rank - 1;
    for (int i = 0; i < b_rank - 1; i++) out.dim[out.rank++] = infer_dim(in, 1, i).size;
    bool nothing = sym_is(shape_count(in->syms, &out), 0) || rule_is_empty(in, 0);
    // An axis of length 1 is summed first, which makes i64 of integers.
    struct term last = infer_dim(in, 0, -1);
    unsigned summed = DTYPES_FLOAT | DTYPE_SET(I64);
    unsigned dtypes = sym_is(last.size, 1) ? summed : DTYPES_NUMBER;
    if (!nothing && !(summed >> infer_dtype_of(in, 0) & 1u) && !sym_is_const(last.size, NULL))
        require_at_least(in, DIAG_KERNEL_DTYPE, last, 2, "inner of single integers needs i64");
    if (!nothing && (!rule_same_dtype(in, 0, 1) || !rule_dtype(in, 0, dtypes))) return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

static const struct sym *inner_flops(const struct infer *in)
{
    const struct sym *out = rule_out_count(in);
    if (has_number(in)) return out;
    return sym_mul_const(in->syms, sym_mul(in->syms, out, infer_dim(in, 0, -1).size), 2);
}

// ---- kron: every element of one with every element of the other

static void kron_shape(struct infer *in)
{
    int a = infer_rank(in, 0), b = infer_rank(in, 1);
    struct shape out = {.rank = a > b ? a : b};
    for (int i = 0; i < out.rank; i++) {
        const struct sym *one = sym_const(in->syms, 1);
        const struct sym *own = i < out.rank - a ? one : infer_dim(in, 0, i - out.rank).size;
        const struct sym *other = i < out.rank - b ? one : infer_dim(in, 1, i - out.rank).size;
        out.dim[i] = sym_mul(in->syms, own, other);
    }
    infer_results(in, 1);
    infer_result(in, 0, infer_promote(in), &out);
}

// ---- cross: vectors of three numbers along one axis

// Without `dim` PyTorch takes the first axis of length 3; of sizes that are not known the last one
// is asked to be. -1: there is none.
static int cross_axis(struct infer *in)
{
    int rank = infer_rank(in, 0), unknown = -1;
    int64_t size;
    if (infer_given(in, "dim")) return axis_read_real(in, "dim", 0, rank);
    for (int i = 0; i < rank; i++) {
        if (!sym_is_const(infer_dim(in, 0, i).size, &size))
            unknown = i;
        else if (size == 3)
            return i;
    }
    if (unknown < 0)
        refuse(in, DIAG_AXIS, "no axis of %s is 3 long, which cross needs",
               rule_type_string(in, 0));
    return unknown;
}

static bool vectors_of_three(struct infer *in, int axis)
{
    struct term three = infer_term(sym_const(in->syms, 3), "length of the vectors");
    if (infer_rank(in, 0) != infer_rank(in, 1)) {
        in->fix = "unsqueeze the one with fewer axes";
        return refuse(in, DIAG_RANK, "cross needs operands of one rank: input is %s, other is %s",
                      rule_type_string(in, 0), rule_type_string(in, 1));
    }
    for (int i = 0; i < 2 && axis >= 0; i++)
        require_equal(in, DIAG_MATMUL_INNER, infer_dim(in, i, axis), three,
                      "cross takes vectors of 3 numbers");
    return true;
}

// Other axes broadcast; dtypes are not promoted, but not looked at without elements.
static void cross_shape(struct infer *in)
{
    struct shape out;
    int axis = cross_axis(in);
    if (refused(in) || !vectors_of_three(in, axis)) return;
    infer_broadcast(in, 0, 2, &out);
    if (!sym_is(shape_count(in->syms, &out), 0) &&
        (!rule_same_dtype(in, 0, 1) || !rule_dtype(in, 0, DTYPES_NUMBER)))
        return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// Two products and a difference each.
static const struct sym *cross_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_out_count(in), 3);
}

const struct op op_inner = {
    .name = "inner",
    .aten = "aten::inner",
    .sig = "input[M,K] other[N,K] -> output[M,N]",
    .doc = "Products of the rows in the last axes, each of one with each of the other.",
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .shape = inner_shape,
    .flops = inner_flops,
    .forward = inner_forward,
    .backward = inner_backward,
};

const struct op op_kron = {
    .name = "kron",
    .aten = "aten::kron",
    .sig = "input[M,N] other[K,L] -> output[M*K,N*L]",
    .doc = "The other tensor in place of each element of input, multiplied by it.",
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .shape = kron_shape,
    .flops = rule_flops_elementwise,
    .forward = kron_forward,
    .backward = kron_backward,
};

const struct op op_cross = {
    .name = "cross",
    .aten = "aten::cross",
    .sig = "input[M,3] other[M,3] -> output[M,3] dim=1",
    .doc = "Vector products along an axis of length 3.",
    .attrs = {{"dim", ATTR_INT}},
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .shape = cross_shape,
    .flops = cross_flops,
    .forward = cross_forward,
    .backward = cross_backward,
};
