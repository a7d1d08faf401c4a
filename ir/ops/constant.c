// Tensors made of nothing: filled, counted, drawn at random. zeros, ones, full and
// empty are one op, since what they are filled with makes no difference here.

#include "ir/kernel.h"
#include "ir/ops/axes.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"

#include <math.h>

// Sizes may be symbolic; those that are known must not be negative.
static bool size_read(struct infer *in, struct shape *out)
{
    int n;
    const struct sym *const *given = ints_read(in, "size", &n);
    if (n > MAX_RANK)
        return refuse(in, DIAG_OPTION_RANGE, "size has %d axes; at most %d are supported", n,
                      MAX_RANK);
    out->rank = n;
    for (int i = 0; i < n; i++) {
        out->dim[i] = given[i];
        require_at_least(in, DIAG_SIZE_NEGATIVE, infer_term(given[i], "size"), 0,
                         "give sizes of 0 or more");
    }
    return true;
}

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
    if (!size_read(in, &out)) return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype(in, "dtype", value_dtype(in, "fill_value")), &out);
}

// Random numbers are fractions. Drawing them counts no flops.
static void random_shape(struct infer *in)
{
    struct shape out;
    enum dtype dtype = infer_dtype(in, "dtype", DTYPE_F32);
    if (!size_read(in, &out)) return;
    if (!dtype_is_float(dtype)) {
        refuse(in, DIAG_FLOAT_WANTED, "random numbers cannot be %s", dtype_name(dtype));
        return;
    }
    infer_results(in, 1);
    infer_result(in, 0, dtype, &out);
}

// As the operand, in its order of axes.
static void like_result(struct infer *in, enum dtype dtype)
{
    const struct shape *shape = infer_shape(in, 0);
    infer_results(in, 1);
    infer_result(in, 0, dtype, shape);
    layout_like_operands(in, 0, 1);
}

static void constant_like_shape(struct infer *in)
{
    like_result(in, infer_dtype(in, "dtype", infer_dtype_of(in, 0)));
}

static void random_like_shape(struct infer *in)
{
    enum dtype dtype = infer_dtype(in, "dtype", infer_dtype_of(in, 0));
    if (dtype_is_float(dtype)) {
        like_result(in, dtype);
        return;
    }
    refuse(in, DIAG_FLOAT_WANTED, "random numbers cannot be %s", dtype_name(dtype));
    in->fix = "give a floating dtype";
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

// Integers may be symbolic: arange(T) has T elements. One floating argument makes
// all of them floating, and the result f32.
static void arange_shape(struct infer *in)
{
    if (is_float(in, "start") || is_float(in, "end") || is_float(in, "step")) {
        arange_floats(in);
        return;
    }
    const struct sym *start = infer_int(in, "start", 0), *end = infer_int(in, "end", 0);
    int64_t step = infer_const(in, "step", 1);
    if (refused(in)) return;
    if (step == 0 || step == INT64_MIN) {
        refuse(in, DIAG_OPTION_RANGE, "the step of arange is %lld", (long long)step);
        return;
    }
    const struct sym *way =
        step > 0 ? sym_sub(in->syms, end, start) : sym_sub(in->syms, start, end);
    require_at_least(in, DIAG_OPTION_RANGE, infer_term(way, "the way from start to end"), 0,
                     "let the step lead from start to end");
    arange_result(in, sym_ceildiv(in->syms, way, sym_const(in->syms, step > 0 ? step : -step)),
                  DTYPE_I64);
    // What it holds bounds the table that it goes into: positions of an embedding.
    bool rises = step > 0 && sym_lower(in->syms, start) >= 0;
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

// ---- drawn integers

static void randint_shape(struct infer *in)
{
    struct shape out;
    const struct sym *low = infer_int(in, "low", 0), *high = infer_int(in, "high", 0);
    if (!size_read(in, &out)) return;
    require_at_most(in, DIAG_OPTION_RANGE, infer_term(sym_add_const(in->syms, low, 1), "low + 1"),
                    infer_term(high, "high"), "let high be above low");
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype(in, "dtype", DTYPE_I64), &out);
}

static void randperm_shape(struct infer *in)
{
    struct term n = infer_attr_term(in, "n");
    require_at_least(in, DIAG_SIZE_NEGATIVE, n, 0, "give a number of 0 or more");
    struct shape out = {1, {n.size}};
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype(in, "dtype", DTYPE_I64), &out);
}

// ---- drawn by probabilities

static void bernoulli_shape(struct infer *in)
{
    if (rule_dtype(in, 0, DTYPES_FLOAT)) like_result(in, infer_dtype_of(in, 0));
}

// Each row of weights gives num_samples places in it.
static void multinomial_shape(struct infer *in)
{
    if (!require_rank(in, 0, 1, 2) || !rule_dtype(in, 0, DTYPES_FLOAT)) return;
    struct shape out = *infer_shape(in, 0);
    struct term samples = infer_attr_term(in, "num_samples");
    require_at_least(in, DIAG_OPTION_RANGE, samples, 1, "draw at least one");
    if (!infer_bool(in, "replacement", false))
        require_at_most(in, DIAG_OPTION_RANGE, samples, infer_dim(in, 0, -1),
                        "draw at most as many as there are, or draw with replacement");
    out.dim[out.rank - 1] = samples.size;
    infer_results(in, 1);
    infer_result(in, 0, DTYPE_I64, &out);
}

// ---- kernels

static enum dtype asked_dtype(const struct kernel_call *call, enum dtype otherwise)
{
    int index = op_attr_index(call->op, "dtype");
    return kernel_given(call, "dtype") ? call->attrs[index].dtype : otherwise;
}

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

static struct tensor *sized_result(struct kernel_call *call, enum dtype dtype)
{
    int64_t dim[MAX_RANK];
    int rank = kernel_n_ints(call, "size");
    kernel_ints(call, "size", rank, 0, dim);
    return kernel_result(call, 0, dtype, rank, dim);
}

static struct tensor *like_operand(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    return kernel_result(call, 0, asked_dtype(call, x->dtype), x->rank, x->dim);
}

static void constant_forward(struct kernel_call *call)
{
    enum dtype dtype = asked_dtype(call, literal_dtype(call, "fill_value"));
    tensor_fill(sized_result(call, dtype), literal(call, "fill_value", 0.0));
}

static void constant_like_forward(struct kernel_call *call)
{
    tensor_fill(like_operand(call), literal(call, "fill_value", 0.0));
}

static double uniform(struct kernel_call *call)
{
    return call->host->random(call);
}

// Of mean 0 and variance 1, by the method of Box and Muller.
static double normal(struct kernel_call *call)
{
    double radius = sqrt(-2.0 * log(1.0 - uniform(call)));
    return radius * cos(2.0 * M_PI * uniform(call));
}

static void draw(struct kernel_call *call, const struct tensor *t,
                 double (*number)(struct kernel_call *))
{
    for (int64_t i = 0; i < tensor_count(t); i++) tensor_set(t, i, number(call));
}

static void rand_forward(struct kernel_call *call)
{
    draw(call, sized_result(call, asked_dtype(call, DTYPE_F32)), uniform);
}

static void rand_like_forward(struct kernel_call *call)
{
    draw(call, like_operand(call), uniform);
}

static void randn_forward(struct kernel_call *call)
{
    draw(call, sized_result(call, asked_dtype(call, DTYPE_F32)), normal);
}

static void randn_like_forward(struct kernel_call *call)
{
    draw(call, like_operand(call), normal);
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
    enum dtype dtype = asked_dtype(call, floating ? DTYPE_F32 : DTYPE_I64);
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
    struct tensor *out = kernel_result(call, 0, asked_dtype(call, DTYPE_F32), 1, &n);
    for (int64_t i = 0; i < n; i++) tensor_set(out, i, spaced(call, i, n));
}

static void logspace_forward(struct kernel_call *call)
{
    int64_t n = kernel_int(call, "steps", 0);
    struct tensor *out = kernel_result(call, 0, asked_dtype(call, DTYPE_F32), 1, &n);
    for (int64_t i = 0; i < n; i++) tensor_set(out, i, pow(10.0, spaced(call, i, n)));
}

static void eye_forward(struct kernel_call *call)
{
    int64_t n = kernel_int(call, "n", 0), dim[2] = {n, kernel_int(call, "m", n)};
    struct tensor *out = kernel_result(call, 0, asked_dtype(call, DTYPE_F32), 2, dim);
    tensor_fill(out, 0.0);
    for (int64_t i = 0; i < dim[0] && i < dim[1]; i++) tensor_set(out, i * dim[1] + i, 1.0);
}

// ---- drawn integers

static int64_t below(struct kernel_call *call, int64_t n)
{
    int64_t drawn = (int64_t)(uniform(call) * (double)n);
    return drawn < n ? drawn : n - 1;
}

static void randint_forward(struct kernel_call *call)
{
    int64_t low = kernel_int(call, "low", 0), high = kernel_int(call, "high", 0);
    struct tensor *out = sized_result(call, asked_dtype(call, DTYPE_I64));
    for (int64_t i = 0; i < tensor_count(out); i++)
        tensor_set_integer(out, i, low + below(call, high - low));
}

// Fisher and Yates: each number changes places with one that is not placed yet.
static void randperm_forward(struct kernel_call *call)
{
    int64_t n = kernel_int(call, "n", 0);
    struct tensor *out = kernel_result(call, 0, asked_dtype(call, DTYPE_I64), 1, &n);
    for (int64_t i = 0; i < n; i++) tensor_set_integer(out, i, i);
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t other = below(call, i + 1), number = tensor_get_integer(out, i);
        tensor_set_integer(out, i, tensor_get_integer(out, other));
        tensor_set_integer(out, other, number);
    }
}

static void bernoulli_forward(struct kernel_call *call)
{
    const struct tensor *p = &call->in[0];
    struct tensor *out = kernel_result(call, 0, p->dtype, p->rank, p->dim);
    for (int64_t i = 0; i < tensor_count(out); i++) {
        double probability = tensor_get(p, i);
        if (!(probability >= 0.0 && probability <= 1.0))
            kernel_fail(call, "the input holds %g, but a probability is from 0 to 1", probability);
        tensor_set(out, i, uniform(call) < probability);
    }
}

// A place of a row by its weight; -1, and the call fails, where no weight is above 0.
static int64_t draw_place(struct kernel_call *call, const double *weights, int64_t n)
{
    double sum = 0.0;
    for (int64_t i = 0; i < n; i++) sum += weights[i];
    if (!(sum > 0.0 && isfinite(sum))) {
        kernel_fail(call, "a row has no weight above 0 that is left");
        return -1;
    }
    double left = uniform(call) * sum;
    int64_t last = 0;
    for (int64_t i = 0; i < n; i++) {
        if (weights[i] <= 0.0) continue;
        last = i;
        left -= weights[i];
        if (left < 0.0) break;
    }
    return last;
}

static void multinomial_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    int64_t n = x->dim[x->rank - 1], samples = kernel_int(call, "num_samples", 1), dim[2];
    int64_t rows = x->rank > 1 ? x->dim[0] : 1;
    bool again = kernel_bool(call, "replacement", false);
    dim[0] = rows;
    dim[x->rank - 1] = samples;
    struct tensor *out = kernel_result(call, 0, DTYPE_I64, x->rank, dim);
    double *weights = kernel_doubles(call, n);
    for (int64_t row = 0; row < rows; row++) {
        for (int64_t i = 0; i < n; i++) {
            weights[i] = tensor_get(x, row * n + i);
            if (weights[i] >= 0.0) continue;
            kernel_fail(call, "the input holds %g, but a weight is 0 or more", weights[i]);
            return;
        }
        for (int64_t i = 0; i < samples; i++) {
            int64_t place = draw_place(call, weights, n);
            if (place < 0) return;
            tensor_set_integer(out, row * samples + i, place);
            if (!again) weights[place] = 0.0;
        }
    }
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

#define RANDOM(symbol, text)                                                                       \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "-> output[M,3] size=[M,3]",                                                        \
        .doc = text,                                                                               \
        .attrs = {{"size", ATTR_INTS}, {"dtype", ATTR_DTYPE}},                                     \
        .random = true,                                                                            \
        .shape = random_shape,                                                                     \
        .forward = symbol##_forward,                                                               \
    };                                                                                             \
    const struct op op_##symbol##_like = {                                                         \
        .name = #symbol "_like",                                                                   \
        .aten = "aten::" #symbol "_like",                                                          \
        .sig = "input[M,N] -> output[M,N]",                                                        \
        .doc = text,                                                                               \
        .attrs = {{"dtype", ATTR_DTYPE}},                                                          \
        .random = true,                                                                            \
        .shape = random_like_shape,                                                                \
        .forward = symbol##_like_forward,                                                          \
        .stops_gradient = true,                                                                    \
    }

RANDOM(rand, "Numbers drawn evenly from 0 to 1.");
RANDOM(randn, "Numbers drawn from the standard normal distribution.");

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

const struct op op_randint = {
    .name = "randint",
    .aten = "aten::randint",
    .sig = "-> output:i64[M,3] low=0 high=10 size=[M,3]",
    .doc = "Integers drawn evenly from low to high - 1.",
    .attrs = {{"low", ATTR_INT}, {"high", ATTR_INT}, {"size", ATTR_INTS}, {"dtype", ATTR_DTYPE}},
    .random = true,
    .shape = randint_shape,
    .forward = randint_forward,
};

const struct op op_randperm = {
    .name = "randperm",
    .aten = "aten::randperm",
    .sig = "-> output:i64[N] n=N",
    .doc = "The numbers 0 to n - 1 in a random order.",
    .attrs = {{"n", ATTR_INT}, {"dtype", ATTR_DTYPE}},
    .random = true,
    .shape = randperm_shape,
    .forward = randperm_forward,
};

const struct op op_bernoulli = {
    .name = "bernoulli",
    .aten = "aten::bernoulli",
    .sig = "input[M,N] -> output[M,N]",
    .doc = "0 or 1, drawn with the probabilities in the input.",
    .elementwise = true,
    .random = true,
    .stops_gradient = true,
    .shape = bernoulli_shape,
    .forward = bernoulli_forward,
};

const struct op op_multinomial = {
    .name = "multinomial",
    .aten = "aten::multinomial",
    .sig = "input[M,8] -> output:i64[M,3] num_samples=3",
    .doc = "Places drawn with the weights in each row.",
    .attrs = {{"num_samples", ATTR_INT}, {"replacement", ATTR_BOOL}},
    .random = true,
    .shape = multinomial_shape,
    .forward = multinomial_forward,
};
