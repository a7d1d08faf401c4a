// Running sums and the like along an axis, and orders: sort, argsort, topk.

#include "ir/ops/axes.h"
#include "ir/ops/kernels.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"
#include "ir/saving.h"

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

enum { QUANTILE_INPUT, QUANTILE_Q };

static bool quantile_operands(struct infer *in)
{
    enum dtype dtype = infer_dtype_of(in, QUANTILE_INPUT);
    rule_word(in, "interpolation", "linear", "linear|lower|higher|midpoint|nearest");
    if (refused(in) || !rule_dtype(in, QUANTILE_INPUT, DTYPE_SET(F32) | DTYPE_SET(F64)))
        return false;
    if (!infer_has(in, QUANTILE_Q)) {
        if (!infer_given(in, "q"))
            return refuse(in, DIAG_OPERAND_MISSING, "quantile needs q, a number or a tensor");
        rule_float_within(in, "q", 0.5, 0.0, 1.0);
        return !refused(in);
    }
    if (!require_rank(in, QUANTILE_Q, 0, 1)) return false;
    if (infer_dtype_of(in, QUANTILE_Q) == dtype) return true;
    return refuse(in, DIAG_MIXED_DTYPE, "q of quantile is %s, but input is %s",
                  rule_type_string(in, QUANTILE_Q), rule_type_string(in, QUANTILE_INPUT));
}

// The reduced shape, with an axis for each of several q before it. Unlike other orders it has none
// of nothing.
static void quantile_shape(struct infer *in)
{
    struct shape out = {.rank = 0};
    bool keep = infer_bool(in, "keepdim", false), along = infer_given(in, "dim");
    int rank = infer_rank(in, QUANTILE_INPUT);
    if (!quantile_operands(in)) return;
    int axis = along ? axis_read(in, "dim", 0, rank) : -1;
    if (refused(in)) return;
    require_at_least(in, DIAG_EMPTY_AXIS,
                     infer_term(rule_count(in, QUANTILE_INPUT), "elements of input"), 1, NULL);
    if (infer_has(in, QUANTILE_Q) && infer_rank(in, QUANTILE_Q) == 1)
        out.dim[out.rank++] = infer_dim(in, QUANTILE_Q, 0).size;
    for (int i = 0; i < rank && out.rank < MAX_RANK; i++) {
        bool gone = !along || i == axis;
        if (gone && !keep) continue;
        out.dim[out.rank++] = gone ? sym_const(in->syms, 1) : infer_dim(in, QUANTILE_INPUT, i).size;
    }
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, QUANTILE_INPUT), &out);
}

// Where the two elements that a quantile lies between were, and how far it is from the first.
static void quantile_saved(struct saving *s)
{
    const struct sym *count = shape_count(s->in.syms, &s->in.out[0].type.shape);
    saving_add_flat(s, "indices", DTYPE_I64, count, 2);
    saving_add_flat(s, "weight", saving_dtype(s), count, 1);
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

const struct op op_quantile = {
    .name = "quantile",
    .aten = "aten::quantile",
    .sig = "input[M,N] q[K]? -> output[K,M] dim=1",
    .doc = "The number that a share q of the elements along dim are at most.",
    .attrs = {{"q", ATTR_FLOAT},
              {"dim", ATTR_INT},
              {"keepdim", ATTR_BOOL},
              {"interpolation", ATTR_STRING}},
    .saved.more = quantile_saved,
    .shape = quantile_shape,
    .constant = SAVE_IN(QUANTILE_Q),
    .forward = quantile_forward,
    .backward = quantile_backward,
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
    .forward = diff_forward,
    .backward = diff_backward,
};
