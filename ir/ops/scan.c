// Running sums and the like along an axis, and orders: sort, argsort, topk.

#include "ir/ops/axes.h"
#include "ir/ops/kernels.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"

// Sorting keeps the operand's order of axes in memory.
static void like_input(struct infer *in, int index, enum dtype dtype)
{
    const struct shape *shape = infer_shape(in, 0);
    infer_result(in, index, dtype, shape);
    layout_like_operands(in, index, 1);
}

// Integers and bool are summed in i64.
static void cumulate_shape(struct infer *in)
{
    if (axis_read(in, "dim", 0, infer_rank(in, 0)) < 0) return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype(in, "dtype", rule_float_dtype(in, 0, DTYPE_I64)),
                 infer_shape(in, 0));
}

// Of a single number or an empty tensor PyTorch does not look at the axis.
static void extreme_shape(struct infer *in)
{
    bool nothing = infer_rank(in, 0) == 0 || rule_is_empty(in, 0);
    if (!nothing && axis_read(in, "dim", 0, infer_rank(in, 0)) < 0) return;
    infer_results(in, 2);
    infer_result(in, 0, infer_dtype_of(in, 0), infer_shape(in, 0));
    infer_result(in, 1, DTYPE_I64, infer_shape(in, 0));
}

// Of floats only.
static void logcumsumexp_shape(struct infer *in)
{
    if (!rule_dtype(in, 0, DTYPES_FLOAT)) return;
    if (axis_read(in, "dim", 0, infer_rank(in, 0)) < 0) return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), infer_shape(in, 0));
}

// One element less for each of n rounds, but not less than none.
static void diff_shape(struct infer *in)
{
    if (!require_rank(in, 0, 1, MAX_RANK)) return;
    struct shape out = *infer_shape(in, 0);
    int axis = axis_read(in, "dim", -1, out.rank);
    if (axis < 0) return;
    const struct sym *n = infer_int(in, "n", 1), *zero = sym_const(in->syms, 0);
    n = sym_max(in->syms, n, zero);
    out.dim[axis] = sym_max(in->syms, sym_sub(in->syms, out.dim[axis], n), zero);
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// Every dtype has an order, bool too. Whether equal elements keep theirs
// (`stable`) makes no difference to shapes.
static void sort_shape(struct infer *in)
{
    if (axis_read(in, "dim", -1, infer_rank(in, 0)) < 0) return;
    infer_results(in, 2);
    like_input(in, 0, infer_dtype_of(in, 0));
    like_input(in, 1, DTYPE_I64);
}

static void argsort_shape(struct infer *in)
{
    if (axis_read(in, "dim", -1, infer_rank(in, 0)) < 0) return;
    infer_results(in, 1);
    like_input(in, 0, DTYPE_I64);
}

// k elements of the axis; a tensor of rank 0 counts as one element and stays rank 0.
static void topk_shape(struct infer *in)
{
    struct shape out = *infer_shape(in, 0);
    int axis = axis_read(in, "dim", -1, out.rank);
    if (axis < 0 || (out.rank > 0 && !rule_dtype(in, 0, DTYPES_NUMBER))) return;
    struct term k = infer_attr_term(in, "k");
    struct term size =
        out.rank ? infer_dim(in, 0, axis) : infer_term(sym_const(in->syms, 1), "one element");
    require_at_least(in, DIAG_TOPK_RANGE, k, 0, "choose k from 0 to the size of the axis");
    require_at_most(in, DIAG_TOPK_RANGE, k, size, "choose k from 0 to the size of the axis");
    if (out.rank) out.dim[axis] = k.size;
    infer_results(in, 2);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
    infer_result(in, 1, DTYPE_I64, &out);
}

// One operation for each element. Sorting compares, which is not counted.
static const struct sym *scan_flops(const struct infer *in)
{
    return rule_count(in, 0);
}

#define CUMULATION(symbol, saves, text)                                                            \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input[M,N] -> output[M,N] dim=1",                                                  \
        .doc = text,                                                                               \
        .attrs = {{"dim", ATTR_INT}, {"dtype", ATTR_DTYPE}},                                       \
        .saved.any = saves,                                                                        \
        .shape = cumulate_shape,                                                                   \
        .forward = symbol##_forward,                                                               \
        .backward = symbol##_backward,                                                             \
        .flops = scan_flops,                                                                       \
    }

CUMULATION(cumsum, 0, "Running sums along dim.");
CUMULATION(cumprod, SAVE_IN(0) | SAVE_OUT(0), "Running products along dim.");

// The gradient goes to the places that the indices name.
#define RUNNING(symbol, text)                                                                      \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input[M,N] -> values[M,N] indices:i64[M,N] dim=1",                                 \
        .doc = text,                                                                               \
        .attrs = {{"dim", ATTR_INT}},                                                              \
        .saved.any = SAVE_OUT(1),                                                                  \
        .shape = extreme_shape,                                                                    \
        .forward = symbol##_forward,                                                               \
        .backward = running_backward,                                                              \
        .flops = scan_flops,                                                                       \
    }

RUNNING(cummax, "The largest element so far along dim, and where it is.");
RUNNING(cummin, "The smallest element so far along dim, and where it is.");

const struct op op_sort = {
    .name = "sort",
    .aten = "aten::sort",
    .sig = "input[M,N] -> values[M,N] indices:i64[M,N] dim=1",
    .doc = "The elements in order along dim, and where they were.",
    .attrs = {{"dim", ATTR_INT}, {"descending", ATTR_BOOL}, {"stable", ATTR_BOOL}},
    .saved.any = SAVE_OUT(1),
    .shape = sort_shape,
    .forward = sort_forward,
    .backward = order_backward,
};

const struct op op_argsort = {
    .name = "argsort",
    .aten = "aten::argsort",
    .sig = "input[M,N] -> indices:i64[M,N] dim=1",
    .doc = "Where the elements would come from in order.",
    .attrs = {{"dim", ATTR_INT}, {"descending", ATTR_BOOL}},
    .shape = argsort_shape,
    .forward = sort_forward,
};

const struct op op_topk = {
    .name = "topk",
    .aten = "aten::topk",
    .sig = "input[M,8] -> values[M,3] indices:i64[M,3] k=3",
    .doc = "The k largest elements along dim, and where they are.",
    .attrs = {{"k", ATTR_INT}, {"dim", ATTR_INT}, {"largest", ATTR_BOOL}, {"sorted", ATTR_BOOL}},
    .saved.any = SAVE_OUT(1),
    .shape = topk_shape,
    .forward = topk_forward,
    .backward = order_backward,
};

const struct op op_logcumsumexp = {
    .name = "logcumsumexp",
    .aten = "aten::logcumsumexp",
    .sig = "input[M,N] -> output[M,N] dim=1",
    .doc = "The logarithm of running sums of exponentials along dim.",
    .attrs = {{"dim", ATTR_INT}},
    .saved.any = SAVE_IN(0) | SAVE_OUT(0),
    .shape = logcumsumexp_shape,
    .flops = scan_flops,
    .forward = logcumsumexp_forward,
    .backward = logcumsumexp_backward,
};

const struct op op_diff = {
    .name = "diff",
    .aten = "aten::diff",
    .sig = "input[M,8] -> output[M,7]",
    .doc = "Differences of neighbours along dim, n times.",
    .attrs = {{"n", ATTR_INT}, {"dim", ATTR_INT}},
    .shape = diff_shape,
    .flops = scan_flops,
};
