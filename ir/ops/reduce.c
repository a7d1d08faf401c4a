// Reductions: axes disappear, or become 1 with keepdim. Without `dim`, or with
// an empty list, all axes are reduced.
//
// A tensor of rank 0 has one axis, 0 or -1, for this purpose, and gives rank 0
// whatever keepdim says. Results are new and contiguous in any case.

#include "ir/ops/axes.h"
#include "ir/ops/kernels.h"
#include "ir/ops/rules.h"
#include "ir/saving.h"

// ---- which axes, and what is left

struct reduction {
    struct axes axes;
    struct shape out;
};

// Reads dim and keepdim; false after a refusal.
static bool reduction_read(struct infer *in, struct reduction *r)
{
    const struct shape *x = infer_shape(in, 0);
    bool keep = infer_bool(in, "keepdim", false);
    if (!axes_read(in, "dim", x->rank, &r->axes)) return false;
    r->out = (struct shape){0};
    for (int i = 0; i < x->rank; i++) {
        if (r->axes.n == 0) r->axes.has[i] = true;
        if (!r->axes.has[i])
            r->out.dim[r->out.rank++] = x->dim[i];
        else if (keep)
            r->out.dim[r->out.rank++] = sym_const(in->syms, 1);
    }
    return true;
}

static void reduce_to(struct infer *in, enum dtype dtype)
{
    struct reduction r;
    if (!reduction_read(in, &r)) return;
    infer_results(in, 1);
    infer_result(in, 0, dtype, &r.out);
}

// A largest element exists only where there is an element.
static bool reduced_not_empty(struct infer *in, const struct reduction *r)
{
    for (int i = 0; i < infer_rank(in, 0); i++)
        if (r->axes.has[i])
            require_at_least(in, DIAG_EMPTY_AXIS, infer_dim(in, 0, i), 1,
                             "reduce an axis that has elements");
    return !refused(in);
}

// ---- sums

// Integers and bool are summed in i64.
// The dtype argument converts before the sum, so it wins over that.
static enum dtype sum_dtype(const struct infer *in)
{
    return infer_dtype(in, "dtype", rule_float_dtype(in, 0, DTYPE_I64));
}

static void sum_shape(struct infer *in)
{
    reduce_to(in, sum_dtype(in));
}

// A mean of integers would be a fraction; unlike division, PyTorch asks for the dtype.
static void mean_shape(struct infer *in)
{
    enum dtype dtype = infer_dtype(in, "dtype", infer_dtype_of(in, 0));
    if (!dtype_is_float(dtype)) {
        refuse(in, DIAG_FLOAT_WANTED, "a mean cannot be %s: input is %s", dtype_name(dtype),
               rule_type_string(in, 0));
        in->fix = "give dtype f32, or convert the input to f32";
        return;
    }
    reduce_to(in, dtype);
}

static bool floats_only(struct infer *in)
{
    if (dtype_is_float(infer_dtype_of(in, 0))) return true;
    refuse(in, DIAG_FLOAT_WANTED, "defined for floats only: input is %s", rule_type_string(in, 0));
    in->fix = "convert the input to f32";
    return false;
}

static void float_reduction(struct infer *in)
{
    if (floats_only(in)) reduce_to(in, infer_dtype_of(in, 0));
}

// Two results from one pass. unbiased and correction change numbers only.
static void moments_shape(struct infer *in)
{
    struct reduction r;
    if (!floats_only(in) || !reduction_read(in, &r)) return;
    infer_results(in, 2);
    infer_result(in, 0, infer_dtype_of(in, 0), &r.out);
    infer_result(in, 1, infer_dtype_of(in, 0), &r.out);
}

// Without p this is the Frobenius norm, which is one of matrices.
static void norm_shape(struct infer *in)
{
    int n;
    ints_read(in, "dim", &n);
    if (!infer_given(in, "p") && n > 2) {
        refuse(in, DIAG_LIST_LENGTH, "the Frobenius norm takes at most 2 axes, but dim has %d", n);
        in->fix = "give p = 2 for the norm over all elements";
        return;
    }
    float_reduction(in);
}

// With an empty list PyTorch reduces all axes, but then fails to fit the result
// unless it keeps the axes or has nothing to fit.
static void logsumexp_shape(struct infer *in)
{
    int n;
    ints_read(in, "dim", &n);
    bool fits =
        n > 0 || infer_rank(in, 0) == 0 || rule_is_empty(in, 0) || infer_bool(in, "keepdim", false);
    if (!fits) {
        refuse(in, DIAG_LIST_LENGTH, "logsumexp needs at least one axis in dim");
        return;
    }
    reduce_to(in, rule_float_dtype(in, 0, DTYPE_F32));
}

// any and all take every dtype: an element counts if it is not zero. u8 stays u8, a remnant of the
// time before bool.
static void truth_shape(struct infer *in)
{
    reduce_to(in, infer_dtype_of(in, 0) == DTYPE_U8 ? DTYPE_U8 : DTYPE_BOOL);
}

static void count_shape(struct infer *in)
{
    reduce_to(in, DTYPE_I64);
}

// ---- extremes

// amax and amin share their gradient among equal elements, so they save the
// operand and the result; max and min with an axis save the index instead.
static void extreme_shape(struct infer *in)
{
    struct reduction r;
    if (!reduction_read(in, &r) || !reduced_not_empty(in, &r)) return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &r.out);
}

// Nothing is compared along an axis of size 1, so there PyTorch takes bool as well.
static bool comparable(struct infer *in, const struct reduction *r)
{
    const struct shape *x = infer_shape(in, 0);
    if (x->rank > 0 && r->axes.n == 1 && sym_is(x->dim[r->axes.at[0]], 1)) return true;
    if (r->axes.n == 1 && sym_is(shape_count(in->syms, &r->out), 0)) return true;
    return rule_dtype(in, 0, DTYPES_NUMBER);
}

static void position_shape(struct infer *in)
{
    struct reduction r;
    if (!reduction_read(in, &r) || !comparable(in, &r)) return;
    if (!reduced_not_empty(in, &r)) return;
    infer_results(in, 1);
    infer_result(in, 0, DTYPE_I64, &r.out);
}

// One result without `dim`; with it also the indices.
static void value_and_index(struct infer *in)
{
    struct reduction r;
    bool along = infer_given(in, "dim");
    if (!reduction_read(in, &r)) return;
    infer_results(in, along ? 2 : 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &r.out);
    if (along) infer_result(in, 1, DTYPE_I64, &r.out);
}

static void max_shape(struct infer *in)
{
    struct reduction r;
    if (reduction_read(in, &r) && reduced_not_empty(in, &r)) value_and_index(in);
}

// The median of nothing is not a number, but no index can say where it is.
static void median_shape(struct infer *in)
{
    struct reduction r;
    if (!rule_dtype(in, 0, DTYPES_NUMBER) || !reduction_read(in, &r)) return;
    if (!infer_given(in, "dim") || reduced_not_empty(in, &r)) value_and_index(in);
}

static void nanmean_shape(struct infer *in)
{
    if (rule_dtype(in, 0, DTYPES_FLOAT)) mean_shape(in);
}

// The k-th smallest element, or the most frequent one, of an axis.
static void one_of_axis(struct infer *in, struct term *axis_size)
{
    struct shape out = *infer_shape(in, 0);
    int axis = axis_read(in, "dim", -1, out.rank);
    if (axis < 0) return;
    *axis_size = out.rank ? infer_dim(in, 0, axis) : infer_term(sym_const(in->syms, 1), "elements");
    require_at_least(in, DIAG_EMPTY_AXIS, *axis_size, 1, "reduce an axis that has elements");
    if (out.rank && infer_bool(in, "keepdim", false)) {
        out.dim[axis] = sym_const(in->syms, 1);
    } else if (out.rank) {
        for (int i = axis; i + 1 < out.rank; i++) out.dim[i] = out.dim[i + 1];
        out.rank--;
    }
    infer_results(in, 2);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
    infer_result(in, 1, DTYPE_I64, &out);
}

static void mode_shape(struct infer *in)
{
    struct term size;
    if (rule_dtype(in, 0, DTYPES_ANY)) one_of_axis(in, &size);
}

static void kthvalue_shape(struct infer *in)
{
    struct term size = {0}, k = infer_attr_term(in, "k");
    if (!rule_dtype(in, 0, DTYPES_NUMBER)) return;
    one_of_axis(in, &size);
    if (!size.size) return;
    require_at_least(in, DIAG_TOPK_RANGE, k, 1, "choose k from 1 to the size of the axis");
    require_at_most(in, DIAG_TOPK_RANGE, k, size, "choose k from 1 to the size of the axis");
}

static void aminmax_shape(struct infer *in)
{
    struct reduction r;
    if (!reduction_read(in, &r) || !reduced_not_empty(in, &r)) return;
    // Here, and only here, keepdim makes an axis where there was none.
    if (infer_rank(in, 0) == 0 && infer_given(in, "dim") && infer_bool(in, "keepdim", false))
        r.out = (struct shape){1, {sym_const(in->syms, 1)}};
    infer_results(in, 2);
    for (int i = 0; i < 2; i++) infer_result(in, i, infer_dtype_of(in, 0), &r.out);
}

// One operation for each element that goes in.
static const struct sym *reduce_flops(const struct infer *in)
{
    return rule_count(in, 0);
}

// Subtract, square, add.
static const struct sym *moment_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_count(in, 0), 3);
}

// Along an axis the gradient goes where the indices say; over all elements, to those that equal the
// result.
static void chosen_saved(struct saving *s)
{
    s->kept |= s->in.n_out > 1 ? SAVE_OUT(1) : SAVE_IN(0) | SAVE_OUT(0);
}

// ---- ops

// Questions have no gradient.
#define any_backward NULL
#define all_backward NULL
#define count_nonzero_backward NULL
#define argmax_backward NULL
#define argmin_backward NULL

// Ops of one result: rule, dtype of the signature's result, cost, what backward
// reads again, one line of text, further attributes.
#define REDUCTION(symbol, rule, result, cost, saves, text, ...)                                    \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input[M,N] -> output" result "[M] dim=1",                                          \
        .doc = text,                                                                               \
        .attrs = {{"dim", ATTR_INTS}, {"keepdim", ATTR_BOOL}, __VA_ARGS__},                        \
        .saved.any = saves,                                                                        \
        .shape = rule,                                                                             \
        .flops = cost,                                                                             \
        .forward = symbol##_forward,                                                               \
        .backward = symbol##_backward,                                                             \
    }

REDUCTION(sum, sum_shape, "", reduce_flops, 0, "The sum.", {"dtype", ATTR_DTYPE});
REDUCTION(mean, mean_shape, "", reduce_flops, 0, "The mean.", {"dtype", ATTR_DTYPE});
REDUCTION(prod, sum_shape, "", reduce_flops, SAVE_IN(0) | SAVE_OUT(0), "The product.",
          {"dtype", ATTR_DTYPE});
REDUCTION(var, float_reduction, "", moment_flops, SAVE_IN(0), "The variance.",
          {"unbiased", ATTR_BOOL}, {"correction", ATTR_INT});
REDUCTION(std, float_reduction, "", moment_flops, SAVE_IN(0) | SAVE_OUT(0),
          "The standard deviation.", {"unbiased", ATTR_BOOL}, {"correction", ATTR_INT});
REDUCTION(norm, norm_shape, "", moment_flops, SAVE_IN(0) | SAVE_OUT(0),
          "The norm: of order p, Frobenius without one.", {"p", ATTR_FLOAT});
REDUCTION(nansum, sum_shape, "", reduce_flops, SAVE_IN(0), "The sum of what are numbers.",
          {"dtype", ATTR_DTYPE});
REDUCTION(nanmean, nanmean_shape, "", reduce_flops, SAVE_IN(0), "The mean of what are numbers.",
          {"dtype", ATTR_DTYPE});
REDUCTION(logsumexp, logsumexp_shape, "", moment_flops, SAVE_IN(0) | SAVE_OUT(0),
          "The logarithm of the sum of exponentials.", {NULL, ATTR_NONE});
REDUCTION(any, truth_shape, ":bool", reduce_flops, 0, "Is one element different from zero?",
          {NULL, ATTR_NONE});
REDUCTION(all, truth_shape, ":bool", reduce_flops, 0, "Are all elements different from zero?",
          {NULL, ATTR_NONE});
REDUCTION(count_nonzero, count_shape, ":i64", reduce_flops, 0, "How many elements are not zero.",
          {NULL, ATTR_NONE});
REDUCTION(amax, extreme_shape, "", reduce_flops, SAVE_IN(0) | SAVE_OUT(0), "The largest element.",
          {NULL, ATTR_NONE});
REDUCTION(amin, extreme_shape, "", reduce_flops, SAVE_IN(0) | SAVE_OUT(0), "The smallest element.",
          {NULL, ATTR_NONE});
REDUCTION(argmax, position_shape, ":i64", reduce_flops, 0, "Where the largest element is.",
          {NULL, ATTR_NONE});
REDUCTION(argmin, position_shape, ":i64", reduce_flops, 0, "Where the smallest element is.",
          {NULL, ATTR_NONE});

// Ops that also tell where, as i64 whatever the dtype of the operand is.
#define WITH_INDEX(symbol, rule, text)                                                             \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input[M,N] -> values[M] indices:i64[M] dim=1",                                     \
        .doc = text,                                                                               \
        .attrs = {{"dim", ATTR_INT}, {"keepdim", ATTR_BOOL}},                                      \
        .saved.more = chosen_saved,                                                                \
        .shape = rule,                                                                             \
        .flops = reduce_flops,                                                                     \
        .forward = symbol##_forward,                                                               \
        .backward = chosen_backward,                                                               \
    }

WITH_INDEX(max, max_shape, "The largest element; along dim also where it is.");
WITH_INDEX(min, max_shape, "The smallest element; along dim also where it is.");
WITH_INDEX(median, median_shape, "The middle element; along dim also where it is.");

const struct op op_var_mean = {
    .name = "var_mean",
    .aten = "aten::var_mean",
    .sig = "input[M,N] -> variance[M] mean[M] dim=1",
    .doc = "Variance and mean.",
    .attrs = {{"dim", ATTR_INTS},
              {"keepdim", ATTR_BOOL},
              {"unbiased", ATTR_BOOL},
              {"correction", ATTR_INT}},
    .saved.any = SAVE_IN(0),
    .shape = moments_shape,
    .flops = moment_flops,
    .forward = var_mean_forward,
    .backward = var_mean_backward,
};

const struct op op_std_mean = {
    .name = "std_mean",
    .aten = "aten::std_mean",
    .sig = "input[M,N] -> deviation[M] mean[M] dim=1",
    .doc = "Standard deviation and mean.",
    .attrs = {{"dim", ATTR_INTS},
              {"keepdim", ATTR_BOOL},
              {"unbiased", ATTR_BOOL},
              {"correction", ATTR_INT}},
    .saved.any = SAVE_IN(0) | SAVE_OUT(0),
    .shape = moments_shape,
    .flops = moment_flops,
    .forward = std_mean_forward,
    .backward = std_mean_backward,
};

const struct op op_mode = {
    .name = "mode",
    .aten = "aten::mode",
    .sig = "input[M,N] -> values[M] indices:i64[M]",
    .doc = "The most frequent element along dim, and where it is.",
    .attrs = {{"dim", ATTR_INT}, {"keepdim", ATTR_BOOL}},
    .saved.any = SAVE_OUT(1),
    .shape = mode_shape,
    .flops = reduce_flops,
    .forward = mode_forward,
    .backward = placed_backward,
};

const struct op op_kthvalue = {
    .name = "kthvalue",
    .aten = "aten::kthvalue",
    .sig = "input[M,8] -> values[M] indices:i64[M] k=3",
    .doc = "The k-th smallest element along dim, and where it is.",
    .attrs = {{"k", ATTR_INT}, {"dim", ATTR_INT}, {"keepdim", ATTR_BOOL}},
    .saved.any = SAVE_OUT(1),
    .shape = kthvalue_shape,
    .flops = reduce_flops,
    .forward = kthvalue_forward,
    .backward = placed_backward,
};

const struct op op_aminmax = {
    .name = "aminmax",
    .aten = "aten::aminmax",
    .sig = "input[M,N] -> min[M] max[M] dim=1",
    .doc = "The smallest and the largest element.",
    .attrs = {{"dim", ATTR_INT}, {"keepdim", ATTR_BOOL}},
    .saved.any = SAVE_IN(0) | SAVE_OUT(0) | SAVE_OUT(1),
    .shape = aminmax_shape,
    .flops = reduce_flops,
    .forward = aminmax_forward,
    .backward = aminmax_backward,
};
