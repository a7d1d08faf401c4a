// Tensors that are drawn: evenly, from a normal distribution, integers, places by weight. Random
// numbers come from the executor, so that a seed gives the same on every machine.

#include "ir/ops/making.h"
#include "ir/ops/rules.h"

#include <math.h>

// ---- drawn fractions

// Random numbers are fractions. Drawing them counts no flops.
static void random_shape(struct infer *in)
{
    struct shape out;
    enum dtype dtype = infer_dtype(in, "dtype", DTYPE_F32);
    if (!making_size(in, &out)) return;
    if (!dtype_is_float(dtype)) {
        refuse(in, DIAG_FLOAT_WANTED, "random numbers cannot be %s", dtype_name(dtype));
        return;
    }
    infer_results(in, 1);
    infer_result(in, 0, dtype, &out);
}

static void random_like_shape(struct infer *in)
{
    enum dtype dtype = infer_dtype(in, "dtype", infer_dtype_of(in, 0));
    if (dtype_is_float(dtype)) {
        making_like_result(in, dtype);
        return;
    }
    refuse(in, DIAG_FLOAT_WANTED, "random numbers cannot be %s", dtype_name(dtype));
    in->fix = "give a floating dtype";
}

// ---- drawn integers

static void randint_shape(struct infer *in)
{
    struct shape out;
    const struct sym *low = infer_int(in, "low", 0), *high = infer_int(in, "high", 0);
    if (!making_size(in, &out)) return;
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
    if (rule_dtype(in, 0, DTYPES_FLOAT)) making_like_result(in, infer_dtype_of(in, 0));
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
    draw(call, making_sized(call, making_dtype(call, DTYPE_F32)), uniform);
}

static void rand_like_forward(struct kernel_call *call)
{
    draw(call, making_like(call), uniform);
}

static void randn_forward(struct kernel_call *call)
{
    draw(call, making_sized(call, making_dtype(call, DTYPE_F32)), normal);
}

static void randn_like_forward(struct kernel_call *call)
{
    draw(call, making_like(call), normal);
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
    struct tensor *out = making_sized(call, making_dtype(call, DTYPE_I64));
    for (int64_t i = 0; i < tensor_count(out); i++)
        tensor_set_integer(out, i, low + below(call, high - low));
}

// Fisher and Yates: each number changes places with one that is not placed yet.
static void randperm_forward(struct kernel_call *call)
{
    int64_t n = kernel_int(call, "n", 0);
    struct tensor *out = kernel_result(call, 0, making_dtype(call, DTYPE_I64), 1, &n);
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
