// Reductions. The axes that stay are walked element by element of the result, and
// those that go, as one list of elements, for each of them. What is made of the
// list is one function; its derivative another.

#include "ir/ops/kernels.h"
#include "ir/ops/scalars.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

// The operand with the axes that stay first and those that go last.
struct reduced {
    struct tensor x;  // axes in that order
    int n_stay, n_go; // axes
    int64_t stay, go; // elements: of the result, and of each list
    int rank;         // of the result
    int64_t dim[MAX_RANK];
    bool along; // an axis was named
};

static struct reduced read_axes(const struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    struct reduced r = {.x = *x, .stay = 1, .go = 1};
    int n = kernel_n_ints(call, "dim");
    int64_t axes[MAX_RANK];
    bool goes[MAX_RANK] = {false}, keep = kernel_bool(call, "keepdim", false);
    kernel_ints(call, "dim", n, 0, axes);
    r.along = kernel_given(call, "dim");
    for (int i = 0; i < n && x->rank; i++) goes[axes[i] < 0 ? axes[i] + x->rank : axes[i]] = true;
    for (int i = 0; i < x->rank && !n; i++) goes[i] = true;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < x->rank; i++) {
            if (goes[i] != (pass == 1)) continue;
            int at = r.n_stay + r.n_go;
            r.x.dim[at] = x->dim[i];
            r.x.stride[at] = x->stride[i];
            if (pass == 0) r.n_stay++, r.stay *= x->dim[i];
            if (pass == 1) r.n_go++, r.go *= x->dim[i];
        }
    }
    for (int i = 0; i < x->rank; i++)
        if (!goes[i] || keep) r.dim[r.rank++] = goes[i] ? 1 : x->dim[i];
    return r;
}

// Where list `k` begins in the operand.
static int64_t list_offset(const struct reduced *r, int64_t k)
{
    int64_t offset = 0;
    for (int axis = r->n_stay - 1; axis >= 0; axis--) {
        offset += k % r->x.dim[axis] * r->x.stride[axis];
        k /= r->x.dim[axis];
    }
    return offset;
}

// The list's own axes, as a tensor at list `k`.
static struct tensor list_of(const struct reduced *r, const struct tensor *t, int64_t k)
{
    struct tensor list = *t;
    list.rank = r->n_go;
    for (int axis = 0; axis < r->n_go; axis++) {
        list.dim[axis] = t->dim[r->n_stay + axis];
        list.stride[axis] = t->stride[r->n_stay + axis];
    }
    list.data += list_offset(r, k) * dtype_block_bytes(t->dtype);
    return list;
}

static void load_list(const struct reduced *r, int64_t k, double *list)
{
    struct tensor t = list_of(r, &r->x, k);
    struct rows rows;
    rows_begin(&rows, t.rank, t.dim);
    rows_add(&rows, &t);
    while (rows_next(&rows)) rows_load(&rows, 0, list + rows.place);
}

static void store_list(const struct reduced *r, const struct tensor *dx, int64_t k,
                       const double *list)
{
    struct reduced to = *r;
    struct tensor t = list_of(&to, dx, k);
    struct rows rows;
    rows_begin(&rows, t.rank, t.dim);
    rows_add(&rows, &t);
    while (rows_next(&rows)) rows_store(&rows, 0, list + rows.place);
}

// ---- what is made of a list

struct list {
    const struct kernel_call *call;
    int64_t n;
    const double *x;
    double y;        // slope: the result
    double gradient; // slope: of the result
    double *to;      // slope: the gradient of each element
    int64_t place;   // value: where the chosen element is, if that is asked for
};

typedef double value_function(struct list *);
typedef void slope_function(struct list *);

// Which dtype the result has.
enum result_dtype { RESULT_SAME, RESULT_SUM, RESULT_FLOAT, RESULT_TRUTH, RESULT_INDEX };

static enum dtype dtype_of(const struct kernel_call *call, enum result_dtype rule)
{
    enum dtype own = call->in[0].dtype;
    int index = op_attr_index(call->op, "dtype");
    if (kernel_given(call, "dtype")) return call->attrs[index].dtype;
    switch (rule) {
    case RESULT_SUM: return dtype_is_float(own) ? own : DTYPE_I64;
    case RESULT_FLOAT: return dtype_is_float(own) ? own : DTYPE_F32;
    case RESULT_TRUTH: return own == DTYPE_U8 ? DTYPE_U8 : DTYPE_BOOL;
    case RESULT_INDEX: return DTYPE_I64;
    default: return own;
    }
}

static void reduce(struct kernel_call *call, value_function *value, enum result_dtype rule)
{
    struct reduced r = read_axes(call);
    struct tensor *y = kernel_result(call, 0, dtype_of(call, rule), r.rank, r.dim);
    double *list = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        struct list l = {.call = call, .n = r.go, .x = list};
        load_list(&r, k, list);
        double result = value(&l);
        row_store(y, k, 1, 1, &result);
    }
}

static void reduce_backward(struct kernel_call *call, slope_function *slope)
{
    if (!kernel_wants(call, 0)) return;
    struct reduced r = read_axes(call), to = r;
    struct tensor *dx = kernel_gradient(call, 0);
    double *list = kernel_doubles(call, r.go), *slopes = kernel_doubles(call, r.go);
    // The gradient is contiguous; its axes go in the order of the list's.
    struct tensor plain = *dx;
    struct kernel_call as_dx = *call;
    as_dx.in = &plain;
    to = read_axes(&as_dx);
    for (int64_t k = 0; k < r.stay; k++) {
        struct list l = {.call = call, .n = r.go, .x = list, .to = slopes};
        load_list(&r, k, list);
        l.y = tensor_get(&call->out[0], k);
        l.gradient = tensor_get(&call->grad_out[0], k);
        slope(&l);
        store_list(&to, &to.x, k, slopes);
    }
}

#define REDUCE(name, rule)                                                                         \
    void name##_forward(struct kernel_call *call)                                                  \
    {                                                                                              \
        reduce(call, name##_of, rule);                                                             \
    }                                                                                              \
    void name##_backward(struct kernel_call *call)                                                 \
    {                                                                                              \
        reduce_backward(call, name##_slope);                                                       \
    }

#define REDUCE_FORWARD(name, rule)                                                                 \
    void name##_forward(struct kernel_call *call)                                                  \
    {                                                                                              \
        reduce(call, name##_of, rule);                                                             \
    }

// ---- sums

static double sum_of(struct list *l)
{
    double sum = 0.0;
    for (int64_t i = 0; i < l->n; i++) sum += l->x[i];
    return sum;
}

static void sum_slope(struct list *l)
{
    for (int64_t i = 0; i < l->n; i++) l->to[i] = l->gradient;
}

static double mean_of(struct list *l)
{
    return sum_of(l) / (double)l->n;
}

static void mean_slope(struct list *l)
{
    for (int64_t i = 0; i < l->n; i++) l->to[i] = l->gradient / (double)l->n;
}

static double prod_of(struct list *l)
{
    double product = 1.0;
    for (int64_t i = 0; i < l->n; i++) product *= l->x[i];
    return product;
}

// Without zeros the product over the element; with one, only that element's gradient is not 0.
static void prod_slope(struct list *l)
{
    int64_t zeros = 0;
    double rest = 1.0;
    for (int64_t i = 0; i < l->n; i++) {
        if (l->x[i] == 0.0)
            zeros++;
        else
            rest *= l->x[i];
    }
    for (int64_t i = 0; i < l->n; i++) {
        bool zero = l->x[i] == 0.0;
        if (zeros == 0)
            l->to[i] = l->gradient * l->y / l->x[i];
        else
            l->to[i] = zeros == 1 && zero ? l->gradient * rest : 0.0;
    }
}

// The divisor is n - 1 unless `unbiased` or `correction` says otherwise.
static double degrees(const struct list *l)
{
    double correction = kernel_bool(l->call, "unbiased", true) ? 1.0 : 0.0;
    return (double)l->n - (double)kernel_int(l->call, "correction", (int64_t)correction);
}

static double squares_about(const struct list *l, double mean)
{
    double sum = 0.0;
    for (int64_t i = 0; i < l->n; i++) sum += (l->x[i] - mean) * (l->x[i] - mean);
    return sum;
}

static double var_of(struct list *l)
{
    return squares_about(l, mean_of(l)) / degrees(l);
}

static void var_slope(struct list *l)
{
    double mean = mean_of(l), factor = 2.0 * l->gradient / degrees(l);
    for (int64_t i = 0; i < l->n; i++) l->to[i] = factor * (l->x[i] - mean);
}

static double std_of(struct list *l)
{
    return sqrt(var_of(l));
}

static void std_slope(struct list *l)
{
    double mean = mean_of(l), factor = l->gradient / (degrees(l) * l->y);
    for (int64_t i = 0; i < l->n; i++) l->to[i] = factor * (l->x[i] - mean);
}

static double norm_of(struct list *l)
{
    double p = kernel_float(l->call, "p", 2.0), sum = 0.0;
    for (int64_t i = 0; i < l->n; i++) {
        double size = fabs(l->x[i]);
        if (isinf(p))
            sum = i == 0 ? size : p > 0.0 ? fmax(sum, size) : fmin(sum, size);
        else
            sum += p == 0.0 ? size != 0.0 : pow(size, p);
    }
    return isinf(p) || p == 0.0 ? sum : pow(sum, 1.0 / p);
}

// (|x| / y)^(p - 1) with the sign of x; with p infinite, the share of the largest.
static void norm_slope(struct list *l)
{
    double p = kernel_float(l->call, "p", 2.0);
    int64_t equal = 0;
    for (int64_t i = 0; i < l->n; i++) equal += fabs(l->x[i]) == l->y;
    for (int64_t i = 0; i < l->n; i++) {
        double x = l->x[i], sign = x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0 * x;
        if (isinf(p))
            l->to[i] = fabs(x) == l->y ? sign * l->gradient / (double)equal : 0.0;
        else if (p == 0.0 || l->y == 0.0)
            l->to[i] = 0.0;
        else
            l->to[i] = sign * l->gradient * pow(fabs(x) / l->y, p - 1.0);
    }
}

static double logsumexp_of(struct list *l)
{
    double most = -INFINITY;
    for (int64_t i = 0; i < l->n; i++) most = fmax(most, l->x[i]);
    return isinf(most) ? most : scalar_log_sum_exp(l->x, l->n, 1);
}

static void logsumexp_slope(struct list *l)
{
    for (int64_t i = 0; i < l->n; i++) l->to[i] = l->gradient * exp(l->x[i] - l->y);
}

// Elements that are not a number are left out.
static int64_t count_numbers(const struct list *l)
{
    int64_t count = 0;
    for (int64_t i = 0; i < l->n; i++) count += !isnan(l->x[i]);
    return count;
}

static double nansum_of(struct list *l)
{
    double sum = 0.0;
    for (int64_t i = 0; i < l->n; i++) sum += isnan(l->x[i]) ? 0.0 : l->x[i];
    return sum;
}

static void nansum_slope(struct list *l)
{
    for (int64_t i = 0; i < l->n; i++) l->to[i] = isnan(l->x[i]) ? 0.0 : l->gradient;
}

static double nanmean_of(struct list *l)
{
    return nansum_of(l) / (double)count_numbers(l);
}

static void nanmean_slope(struct list *l)
{
    double share = l->gradient / (double)count_numbers(l);
    for (int64_t i = 0; i < l->n; i++) l->to[i] = isnan(l->x[i]) ? 0.0 : share;
}

REDUCE(sum, RESULT_SUM)
REDUCE(nansum, RESULT_SUM)
REDUCE(nanmean, RESULT_SAME)
REDUCE(mean, RESULT_SAME)
REDUCE(prod, RESULT_SUM)
REDUCE(var, RESULT_SAME)
REDUCE(std, RESULT_SAME)
REDUCE(norm, RESULT_SAME)
REDUCE(logsumexp, RESULT_FLOAT)

// ---- questions

static double count_nonzero_of(struct list *l)
{
    int64_t count = 0;
    for (int64_t i = 0; i < l->n; i++) count += l->x[i] != 0.0;
    return (double)count;
}

static double any_of(struct list *l)
{
    return count_nonzero_of(l) > 0.0;
}

static double all_of(struct list *l)
{
    return count_nonzero_of(l) == (double)l->n;
}

REDUCE_FORWARD(any, RESULT_TRUTH)
REDUCE_FORWARD(all, RESULT_TRUTH)
REDUCE_FORWARD(count_nonzero, RESULT_INDEX)

// ---- extremes

// The first element that is larger (sign 1) or smaller (-1) than all before it; a NaN wins.
static double extreme_of(struct list *l, double sign)
{
    double most = NAN;
    l->place = -1;
    for (int64_t i = 0; i < l->n; i++) {
        bool wins =
            l->place < 0 || (!isnan(most) && (isnan(l->x[i]) || sign * l->x[i] > sign * most));
        if (!wins) continue;
        most = l->x[i];
        l->place = i;
    }
    return most;
}

static double amax_of(struct list *l)
{
    return extreme_of(l, 1.0);
}

static double amin_of(struct list *l)
{
    return extreme_of(l, -1.0);
}

static double argmax_of(struct list *l)
{
    extreme_of(l, 1.0);
    return (double)l->place;
}

static double argmin_of(struct list *l)
{
    extreme_of(l, -1.0);
    return (double)l->place;
}

// Equal elements share the gradient.
static void amax_slope(struct list *l)
{
    int64_t equal = 0;
    for (int64_t i = 0; i < l->n; i++) equal += l->x[i] == l->y;
    for (int64_t i = 0; i < l->n; i++)
        l->to[i] = isnan(l->x[i] - l->y) ? NAN
                   : l->x[i] == l->y     ? l->gradient / (double)equal
                                         : 0.0;
}

#define amin_slope amax_slope

REDUCE(amax, RESULT_SAME)
REDUCE(amin, RESULT_SAME)
REDUCE_FORWARD(argmax, RESULT_INDEX)
REDUCE_FORWARD(argmin, RESULT_INDEX)

// ---- extremes with their places

// The lower of the two middle ones where the number is even; a NaN wins.
static double median_of(struct list *l)
{
    for (int64_t i = 0; i < l->n; i++) {
        int64_t below = 0, equal = 0;
        if (isnan(l->x[i])) {
            l->place = i;
            return NAN;
        }
        for (int64_t k = 0; k < l->n; k++) {
            if (isnan(l->x[k])) continue;
            below += l->x[k] < l->x[i];
            equal += l->x[k] == l->x[i];
        }
        bool nan = false;
        for (int64_t k = 0; k < l->n; k++) nan = nan || isnan(l->x[k]);
        if (nan || below > (l->n - 1) / 2 || below + equal <= (l->n - 1) / 2) continue;
        l->place = i;
        return l->x[i];
    }
    return NAN;
}

static void choose(struct kernel_call *call, value_function *value)
{
    struct reduced r = read_axes(call);
    if (!r.along) {
        reduce(call, value, RESULT_SAME);
        return;
    }
    kernel_results(call, 2);
    struct tensor *y = kernel_result(call, 0, call->in[0].dtype, r.rank, r.dim);
    struct tensor *where = kernel_result(call, 1, DTYPE_I64, r.rank, r.dim);
    double *list = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        struct list l = {.call = call, .n = r.go, .x = list};
        load_list(&r, k, list);
        double result = value(&l), place = (double)l.place;
        row_store(y, k, 1, 1, &result);
        row_store(where, k, 1, 1, &place);
    }
}

// Along an axis the gradient goes to the place that was kept.
void chosen_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, 0)) return;
    if (call->n_out < 2) {
        reduce_backward(call, amax_slope);
        return;
    }
    struct tensor *dx = kernel_gradient(call, 0), plain = *dx;
    struct kernel_call as_dx = *call;
    as_dx.in = &plain;
    struct reduced to = read_axes(&as_dx);
    double *list = kernel_doubles(call, to.go);
    for (int64_t k = 0; k < to.stay; k++) {
        double place = tensor_get(&call->out[1], k);
        for (int64_t i = 0; i < to.go; i++) list[i] = place < 0.0 ? NAN : 0.0;
        if (place >= 0.0) list[(int64_t)place] = tensor_get(&call->grad_out[0], k);
        store_list(&to, &to.x, k, list);
    }
}

void max_forward(struct kernel_call *call)
{
    choose(call, amax_of);
}

void min_forward(struct kernel_call *call)
{
    choose(call, amin_of);
}

void median_forward(struct kernel_call *call)
{
    choose(call, median_of);
}

// ---- two results

void var_mean_forward(struct kernel_call *call)
{
    struct reduced r = read_axes(call);
    kernel_results(call, 2);
    struct tensor *variance = kernel_result(call, 0, call->in[0].dtype, r.rank, r.dim);
    struct tensor *mean = kernel_result(call, 1, call->in[0].dtype, r.rank, r.dim);
    double *list = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        struct list l = {.call = call, .n = r.go, .x = list};
        load_list(&r, k, list);
        double both[2] = {var_of(&l), mean_of(&l)};
        row_store(variance, k, 1, 1, &both[0]);
        row_store(mean, k, 1, 1, &both[1]);
    }
}

static double gradient_at(const struct kernel_call *call, int result, int64_t k)
{
    const struct tensor *g = &call->grad_out[result];
    return tensor_is_there(g) ? tensor_get(g, k) : 0.0;
}

void var_mean_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, 0)) return;
    struct reduced r = read_axes(call);
    struct tensor *dx = kernel_gradient(call, 0), plain = *dx;
    struct kernel_call as_dx = *call;
    as_dx.in = &plain;
    struct reduced to = read_axes(&as_dx);
    double *list = kernel_doubles(call, r.go), *slopes = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        struct list l = {.call = call, .n = r.go, .x = list, .to = slopes};
        load_list(&r, k, list);
        l.gradient = gradient_at(call, 0, k);
        var_slope(&l);
        double share = gradient_at(call, 1, k) / (double)r.go;
        for (int64_t i = 0; i < r.go; i++) slopes[i] += share;
        store_list(&to, &to.x, k, slopes);
    }
}
