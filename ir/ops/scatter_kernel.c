// scatter_reduce: elements of src are reduced into those of the input that the indices name.

#include "ir/ops/kernels.h"

#include <math.h>
#include <string.h>

enum { INPUT, INDEX, SOURCE };

enum reduce { REDUCE_SUM, REDUCE_PROD, REDUCE_MEAN, REDUCE_AMAX, REDUCE_AMIN };

static enum reduce reduce_of(const struct kernel_call *call)
{
    static const char *const names[] = {"sum", "prod", "mean", "amax", "amin"};
    const char *name = kernel_string(call, "reduce", "sum");
    int i = REDUCE_SUM;
    while (i < REDUCE_AMIN && strcmp(names[i], name) != 0) i++;
    return (enum reduce)i;
}

// Which element of the input, and which of src, index number i joins; false after a failure.
static bool pair_at(struct kernel_call *call, int64_t i, int64_t *to, int64_t *from)
{
    const struct tensor *x = &call->in[INPUT], *source = &call->in[SOURCE];
    int axis = x->rank ? kernel_axis(call, "dim", 0, x->rank) : 0;
    int64_t place[MAX_RANK] = {0}, index = tensor_get_integer(&call->in[INDEX], i);
    int64_t size = x->rank ? x->dim[axis] : 1;
    if (index < 0) index += size;
    if (index < 0 || index >= size) {
        kernel_fail(call, "index %lld is outside of an axis of %lld", (long long)index,
                    (long long)size);
        return false;
    }
    tensor_place(&call->in[INDEX], i, place);
    *from = source->rank ? tensor_index(source, place) : 0;
    place[axis] = index;
    *to = x->rank ? tensor_index(x, place) : 0;
    return true;
}

static double neutral(enum reduce reduce)
{
    switch (reduce) {
    case REDUCE_PROD: return 1.0;
    case REDUCE_AMAX: return -INFINITY;
    case REDUCE_AMIN: return INFINITY;
    default: return 0.0;
    }
}

static double join(enum reduce reduce, double a, double b)
{
    switch (reduce) {
    case REDUCE_PROD: return a * b;
    case REDUCE_AMAX: return a > b || isnan(a) ? a : b;
    case REDUCE_AMIN: return a < b || isnan(a) ? a : b;
    default: return a + b;
    }
}

// How many elements each one of the result comes from: its own, too, unless it is left out.
static double *count_parts(struct kernel_call *call)
{
    int64_t n = tensor_count(&call->in[INPUT]), to, from;
    double *counts = kernel_doubles(call, n);
    bool self = kernel_bool(call, "include_self", true);
    for (int64_t i = 0; i < n; i++) counts[i] = self;
    for (int64_t i = 0; i < tensor_count(&call->in[INDEX]); i++)
        if (pair_at(call, i, &to, &from)) counts[to] += 1.0;
    return counts;
}

void scatter_reduce_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[INPUT];
    enum reduce reduce = reduce_of(call);
    bool self = kernel_bool(call, "include_self", true);
    double *numbers = kernel_doubles(call, tensor_count(x)), *counts = count_parts(call);
    const double *before = kernel_operand(call, INPUT);
    int64_t to, from;
    if (call->failure) return;
    for (int64_t i = 0; i < tensor_count(x); i++)
        numbers[i] = self || counts[i] == 0.0 ? before[i] : neutral(reduce);
    for (int64_t i = 0; i < tensor_count(&call->in[INDEX]); i++) {
        if (!pair_at(call, i, &to, &from)) return;
        numbers[to] = join(reduce, numbers[to], tensor_get(&call->in[SOURCE], from));
    }
    struct tensor *own = reduce == REDUCE_MEAN ? kernel_own(call, x->dtype, x->rank, x->dim) : NULL;
    struct tensor *y = kernel_result_like(call, 0, INPUT);
    bool whole = !dtype_is_float(x->dtype);
    for (int64_t i = 0; i < tensor_count(x); i++) {
        double count = counts[i] > 0.0 ? counts[i] : 1.0;
        if (own) tensor_set(own, i, count);
        if (reduce == REDUCE_MEAN) numbers[i] = numbers[i] / count;
        tensor_set(y, i, whole && reduce == REDUCE_MEAN ? floor(numbers[i]) : numbers[i]);
    }
}

// What one part of a result gets: of a product all but itself, of an extreme its share.
struct shares {
    enum reduce reduce;
    const double *x, *source, *y, *g;
    double *counts, *equal, *zeros; // of the parts of each result
    double *rest;                   // product of those that are not zero
};

static double share_of(const struct shares *s, int64_t at, double part)
{
    switch (s->reduce) {
    case REDUCE_SUM: return s->g[at];
    case REDUCE_MEAN: return s->g[at] / s->counts[at];
    case REDUCE_PROD:
        if (isnan(part) || isnan(s->y[at])) return NAN;
        if (s->zeros[at] == 0.0) return s->g[at] * s->y[at] / part;
        return s->zeros[at] == 1.0 && part == 0.0 ? s->g[at] * s->rest[at] : 0.0;
    default:
        if (isnan(part) || isnan(s->y[at])) return NAN;
        return part == s->y[at] ? s->g[at] / s->equal[at] : 0.0;
    }
}

static void note_part(struct shares *s, int64_t at, double part)
{
    s->equal[at] += part == s->y[at];
    s->zeros[at] += part == 0.0;
    if (part != 0.0) s->rest[at] *= part;
}

void scatter_reduce_backward(struct kernel_call *call)
{
    int64_t n = tensor_count(&call->in[INPUT]), n_index = tensor_count(&call->in[INDEX]), to, from;
    struct shares s = {.reduce = reduce_of(call), .x = kernel_operand(call, INPUT)};
    bool self = kernel_bool(call, "include_self", true);
    s.source = kernel_operand(call, SOURCE);
    s.y = kernel_numbers(call, &call->out[0], DTYPE_F64);
    s.g = kernel_numbers(call, &call->grad_out[0], DTYPE_F64);
    s.counts = count_parts(call);
    s.equal = kernel_zeros(call, n);
    s.zeros = kernel_zeros(call, n);
    s.rest = kernel_doubles(call, n);
    double *dx = kernel_zeros(call, n);
    double *ds = kernel_zeros(call, tensor_count(&call->in[SOURCE]));
    if (call->failure) return;
    for (int64_t i = 0; i < n; i++) s.rest[i] = 1.0;
    for (int64_t i = 0; i < n && self; i++) note_part(&s, i, s.x[i]);
    for (int64_t i = 0; i < n_index; i++)
        if (pair_at(call, i, &to, &from)) note_part(&s, to, s.source[from]);
    // An element that no index names is as it was.
    for (int64_t i = 0; i < n; i++)
        dx[i] = self ? share_of(&s, i, s.x[i]) : s.counts[i] == 0.0 ? s.g[i] : 0.0;
    for (int64_t i = 0; i < n_index; i++)
        if (pair_at(call, i, &to, &from)) ds[from] += share_of(&s, to, s.source[from]);
    kernel_give_gradient(call, INPUT, dx);
    kernel_give_gradient(call, SOURCE, ds);
}
