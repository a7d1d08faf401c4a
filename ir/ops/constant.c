// Tensors made of nothing: filled and counted; drawn ones are in random.c. zeros, ones, full
// and empty are one op, since what they are filled with makes no difference here.

#include "ir/ops/axes.h"
#include "ir/ops/making.h"
#include "ir/ops/rules.h"

#include <math.h>

// Without a dtype: that of the value, and f32 for a floating one.
static enum dtype value_dtype(const struct infer *in, const char *name)
{
    const struct attr *value = attr_read(in, name);
    if (!value || value->kind == ATTR_FLOAT) return DTYPE_F32;
    return value->kind == ATTR_BOOL ? DTYPE_BOOL : DTYPE_I64;
}

static void constant_shape(struct infer *in)
{
    struct shape out;
    if (!making_size(in, &out)) return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype(in, "dtype", value_dtype(in, "fill_value")), &out);
}

static void constant_like_shape(struct infer *in)
{
    making_like_result(in, infer_dtype(in, "dtype", infer_dtype_of(in, 0)));
}

// ---- arange

static bool is_float(const struct infer *in, const char *name)
{
    const struct attr *attr = attr_read(in, name);
    return attr && attr->kind == ATTR_FLOAT;
}

// A dtype that was asked for changes the numbers, not how many there are.
static void arange_result(struct infer *in, const struct sym *count, enum dtype otherwise)
{
    struct shape out = {1, {count}};
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype(in, "dtype", otherwise), &out);
}

// In doubles, as PyTorch: ceil((end - start) / step).
static void arange_floats(struct infer *in)
{
    double start = infer_float(in, "start", 0), end = infer_float(in, "end", 0),
           step = infer_float(in, "step", 1);
    double count = ceil((end - start) / step);
    bool forward = step > 0 ? end >= start : end <= start;
    if (step == 0 || !forward || !(count < 0x1p62)) {
        refuse(in, DIAG_OPTION_RANGE, "arange from %g to %g in steps of %g does not end", start,
               end, step);
        return;
    }
    arange_result(in, sym_const(in->syms, (int64_t)count), DTYPE_F32);
}

// Whether it rises, 1, or falls, -1. A step of unknown sign must lead from start to end, if it is
// known which of them is larger.
static int arange_direction(struct infer *in, const struct sym *way, const struct sym *step)
{
    int64_t number;
    if (sym_is_const(step, &number) && (number == 0 || number == INT64_MIN))
        refuse(in, DIAG_OPTION_RANGE, "the step of arange is %lld", (long long)number);
    if (sym_lower(in->syms, step) >= 1) return 1;
    if (sym_upper(in->syms, step) <= -1) return -1;
    if (sym_lower(in->syms, way) >= 1) {
        require_at_least(in, DIAG_OPTION_RANGE, infer_attr_term(in, "step"), 1,
                         "let the step lead from start to end");
        return 1;
    }
    if (sym_upper(in->syms, way) <= -1) {
        require_at_most(in, DIAG_OPTION_RANGE, infer_attr_term(in, "step"),
                        infer_term(sym_const(in->syms, -1), "a step down"),
                        "let the step lead from start to end");
        return -1;
    }
    infer_const(in, "step", 1);
    return 1;
}

// Integers may be symbolic: arange(T) has T elements. One floating argument makes
// all of them floating, and the result f32.
static void arange_shape(struct infer *in)
{
    if (is_float(in, "start") || is_float(in, "end") || is_float(in, "step")) {
        arange_floats(in);
        return;
    }
    const struct sym *start = infer_int(in, "start", 0), *end = infer_int(in, "end", 0);
    const struct sym *step = infer_int(in, "step", 1), *way = sym_sub(in->syms, end, start);
    int direction = arange_direction(in, way, step);
    if (refused(in)) return;
    if (direction < 0) {
        way = sym_neg(in->syms, way);
        step = sym_neg(in->syms, step);
    }
    require_at_least(in, DIAG_OPTION_RANGE, infer_term(way, "the way from start to end"), 0,
                     "let the step lead from start to end");
    arange_result(in, sym_ceildiv(in->syms, way, step), DTYPE_I64);
    // What it holds bounds the table that it goes into: positions of an embedding.
    bool rises = direction > 0 && sym_lower(in->syms, start) >= 0;
    if (rises && !dtype_is_float(in->out[0].type.dtype)) in->out[0].below = end;
}

// ---- counted

static void spaced_shape(struct infer *in)
{
    struct term steps = infer_attr_term(in, "steps");
    require_at_least(in, DIAG_SIZE_NEGATIVE, steps, 0, "give a number of steps of 0 or more");
    struct shape out = {1, {steps.size}};
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype(in, "dtype", DTYPE_F32), &out);
}

static void eye_shape(struct infer *in)
{
    struct term rows = infer_attr_term(in, "n");
    struct term columns = infer_given(in, "m") ? infer_attr_term(in, "m") : rows;
    require_at_least(in, DIAG_SIZE_NEGATIVE, rows, 0, "give sizes of 0 or more");
    require_at_least(in, DIAG_SIZE_NEGATIVE, columns, 0, "give sizes of 0 or more");
    struct shape out = {2, {rows.size, columns.size}};
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype(in, "dtype", DTYPE_F32), &out);
}

// ---- kernels

// What the attribute's own type makes of it.
static enum dtype literal_dtype(const struct kernel_call *call, const char *name)
{
    int index = op_attr_index(call->op, name);
    if (!kernel_given(call, name) || call->attrs[index].kind == ATTR_FLOAT) return DTYPE_F32;
    return call->attrs[index].kind == ATTR_BOOL ? DTYPE_BOOL : DTYPE_I64;
}

static double literal(const struct kernel_call *call, const char *name, double otherwise)
{
    int index = op_attr_index(call->op, name);
    if (kernel_given(call, name) && call->attrs[index].kind == ATTR_BOOL)
        return kernel_bool(call, name, false);
    return kernel_float(call, name, otherwise);
}

static void constant_forward(struct kernel_call *call)
{
    enum dtype dtype = making_dtype(call, literal_dtype(call, "fill_value"));
    tensor_fill(making_sized(call, dtype), literal(call, "fill_value", 0.0));
}

static void constant_like_forward(struct kernel_call *call)
{
    tensor_fill(making_like(call), literal(call, "fill_value", 0.0));
}

// Of integers, which are exact whatever their size.
static void arange_integers(struct kernel_call *call, enum dtype dtype)
{
    int64_t start = kernel_int(call, "start", 0), end = kernel_int(call, "end", 0);
    int64_t step = kernel_int(call, "step", 1), span, n = 0;
    if (step == 0 || __builtin_sub_overflow(end, start, &span)) {
        kernel_fail(call, "arange from %lld to %lld in steps of %lld does not end",
                    (long long)start, (long long)end, (long long)step);
        return;
    }
    if (span != 0 && (span > 0) == (step > 0)) n = span / step + (span % step != 0);
    struct tensor *out = kernel_result(call, 0, dtype, 1, &n);
    for (int64_t i = 0; i < n; i++) tensor_set_integer(out, i, start + i * step);
}

static void arange_forward(struct kernel_call *call)
{
    double start = literal(call, "start", 0.0), step = literal(call, "step", 1.0);
    double count = ceil((literal(call, "end", 0.0) - start) / step);
    int64_t n = count > 0.0 ? (int64_t)count : 0;
    bool floating = false;
    static const char *const names[] = {"start", "end", "step"};
    for (int i = 0; i < 3; i++)
        floating = floating ||
                   (kernel_given(call, names[i]) && literal_dtype(call, names[i]) == DTYPE_F32);
    enum dtype dtype = making_dtype(call, floating ? DTYPE_F32 : DTYPE_I64);
    if (!floating) {
        arange_integers(call, dtype);
        return;
    }
    struct tensor *out = kernel_result(call, 0, dtype, 1, &n);
    for (int64_t i = 0; i < n; i++) tensor_set(out, i, start + (double)i * step);
}

// From either end, so that the last one is the end itself.
static double spaced(struct kernel_call *call, int64_t i, int64_t n)
{
    double start = literal(call, "start", 0.0), end = literal(call, "end", 0.0);
    double step = n > 1 ? (end - start) / (double)(n - 1) : 0.0;
    return i < n / 2 || n == 1 ? start + step * (double)i : end - step * (double)(n - 1 - i);
}

static void linspace_forward(struct kernel_call *call)
{
    int64_t n = kernel_int(call, "steps", 0);
    struct tensor *out = kernel_result(call, 0, making_dtype(call, DTYPE_F32), 1, &n);
    for (int64_t i = 0; i < n; i++) tensor_set(out, i, spaced(call, i, n));
}

static void logspace_forward(struct kernel_call *call)
{
    int64_t n = kernel_int(call, "steps", 0);
    struct tensor *out = kernel_result(call, 0, making_dtype(call, DTYPE_F32), 1, &n);
    for (int64_t i = 0; i < n; i++) tensor_set(out, i, pow(10.0, spaced(call, i, n)));
}

static void eye_forward(struct kernel_call *call)
{
    int64_t n = kernel_int(call, "n", 0), dim[2] = {n, kernel_int(call, "m", n)};
    struct tensor *out = kernel_result(call, 0, making_dtype(call, DTYPE_F32), 2, dim);
    tensor_fill(out, 0.0);
    for (int64_t i = 0; i < dim[0] && i < dim[1]; i++) tensor_set(out, i * dim[1] + i, 1.0);
}

// ---- ops

const struct op op_constant = {
    .name = "constant",
    .aten = "aten::full",
    .sig = "-> output[M,3] size=[M,3]",
    .doc = "A tensor of the given size, filled with one value.",
    .attrs = {{"size", ATTR_INTS}, {"fill_value", ATTR_FLOAT}, {"dtype", ATTR_DTYPE}},
    .shape = constant_shape,
    .forward = constant_forward,
};

const struct op op_constant_like = {
    .name = "constant_like",
    .aten = "aten::full_like",
    .sig = "input[M,N] -> output[M,N]",
    .doc = "A tensor of the size of another, filled with one value.",
    .attrs = {{"fill_value", ATTR_FLOAT}, {"dtype", ATTR_DTYPE}},
    .shape = constant_like_shape,
    .forward = constant_like_forward,
    .stops_gradient = true,
};

const struct op op_arange = {
    .name = "arange",
    .aten = "aten::arange",
    .sig = "-> output:i64[5] start=0 end=10 step=2",
    .doc = "start, start + step, ... before end.",
    .attrs = {{"start", ATTR_INT}, {"end", ATTR_INT}, {"step", ATTR_INT}, {"dtype", ATTR_DTYPE}},
    .shape = arange_shape,
    .forward = arange_forward,
};

#define SPACED(symbol, text)                                                                       \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "-> output[N] steps=N",                                                             \
        .doc = text,                                                                               \
        .attrs = {{"start", ATTR_FLOAT},                                                           \
                  {"end", ATTR_FLOAT},                                                             \
                  {"steps", ATTR_INT},                                                             \
                  {"dtype", ATTR_DTYPE}},                                                          \
        .shape = spaced_shape,                                                                     \
        .forward = symbol##_forward,                                                               \
    }

SPACED(linspace, "Evenly spaced numbers from start to end.");
SPACED(logspace, "Powers of 10 with evenly spaced exponents.");

const struct op op_eye = {
    .name = "eye",
    .aten = "aten::eye",
    .sig = "-> output[N,N] n=N",
    .doc = "1 on the diagonal, 0 elsewhere.",
    .attrs = {{"n", ATTR_INT}, {"m", ATTR_INT}, {"dtype", ATTR_DTYPE}},
    .shape = eye_shape,
    .forward = eye_forward,
};
