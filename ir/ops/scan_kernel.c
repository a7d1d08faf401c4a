// Running sums and the like, and orders, along an axis: each line of the axis by itself, as f64, or
// where the result holds integers as i64, which wraps around.

#include "ir/ops/kernels.h"
#include "ir/ops/ranked.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A contiguous tensor as [outer, n, inner]; a line has a place in outer and inner.
struct lines {
    int64_t outer, n, inner;
};

static struct lines lines_of(const struct kernel_call *call, int otherwise)
{
    const struct tensor *x = &call->in[0];
    struct lines l = {1, 1, 1};
    if (x->rank == 0) return l;
    int axis = kernel_axis(call, "dim", otherwise, x->rank);
    for (int i = 0; i < x->rank; i++)
        *(i < axis ? &l.outer : i > axis ? &l.inner : &l.n) *= x->dim[i];
    return l;
}

// Where element `k` of line number `line` lies, in lines of `n` elements.
static int64_t at(const struct lines *l, int64_t n, int64_t line, int64_t k)
{
    return (line / l->inner * n + k) * l->inner + line % l->inner;
}

static int64_t count(const struct lines *l)
{
    return l->outer * l->inner;
}

static void load_line(const struct lines *l, int64_t n, int64_t line, const double *from,
                      double *row)
{
    for (int64_t k = 0; k < n; k++) row[k] = from[at(l, n, line, k)];
}

static void store_line(const struct lines *l, int64_t n, int64_t line, const double *row,
                       const struct tensor *to)
{
    for (int64_t k = 0; k < n; k++) tensor_set(to, at(l, n, line, k), row[k]);
}

// ---- running values of one result

// `x` a line, `y` what becomes of it; slope: `g` of y gives `d`.
typedef void scan_function(int64_t n, const double *x, double *y);
typedef void scan_slope(int64_t n, const double *x, const double *y, const double *g, double *d);

static enum dtype scan_dtype(const struct kernel_call *call)
{
    enum dtype own = call->in[0].dtype;
    if (kernel_given(call, "dtype")) return call->attrs[op_attr_index(call->op, "dtype")].dtype;
    return dtype_is_float(own) ? own : DTYPE_I64;
}

static void scan(struct kernel_call *call, scan_function *function)
{
    const struct tensor *x = &call->in[0];
    struct lines l = lines_of(call, 0);
    struct tensor *out = kernel_result(call, 0, scan_dtype(call), x->rank, x->dim);
    const double *numbers = kernel_numbers(call, x, DTYPE_F64);
    double *row = kernel_doubles(call, l.n), *y = kernel_doubles(call, l.n);
    for (int64_t line = 0; line < count(&l); line++) {
        load_line(&l, l.n, line, numbers, row);
        function(l.n, row, y);
        store_line(&l, l.n, line, y, out);
    }
}

typedef void scan_integers_function(int64_t n, const int64_t *x, int64_t *y);

// False, and nothing is done, where the result does not hold integers. Floats are converted first.
static bool scan_integers(struct kernel_call *call, scan_integers_function *function)
{
    const struct tensor *x = &call->in[0];
    struct lines l = lines_of(call, 0);
    enum dtype dtype = scan_dtype(call);
    if (dtype_is_float(dtype) || dtype == DTYPE_BOOL) return false;
    struct tensor *out = kernel_result(call, 0, dtype, x->rank, x->dim);
    const int64_t *numbers = kernel_numbers(call, x, DTYPE_I64);
    int64_t *row = (int64_t *)kernel_doubles(call, l.n), *y = (int64_t *)kernel_doubles(call, l.n);
    for (int64_t line = 0; line < count(&l); line++) {
        for (int64_t k = 0; k < l.n; k++) row[k] = numbers[at(&l, l.n, line, k)];
        function(l.n, row, y);
        for (int64_t k = 0; k < l.n; k++) tensor_set_integer(out, at(&l, l.n, line, k), y[k]);
    }
    return true;
}

static void scan_back(struct kernel_call *call, scan_slope *slope)
{
    struct lines l = lines_of(call, 0);
    if (!kernel_wants(call, 0)) return;
    struct tensor *dx = kernel_gradient(call, 0);
    const double *x = kernel_numbers(call, &call->in[0], DTYPE_F64);
    const double *y = kernel_numbers(call, &call->out[0], DTYPE_F64);
    const double *g = kernel_numbers(call, &call->grad_out[0], DTYPE_F64);
    double *rows[4];
    for (int i = 0; i < 4; i++) rows[i] = kernel_doubles(call, l.n);
    for (int64_t line = 0; line < count(&l); line++) {
        load_line(&l, l.n, line, x, rows[0]);
        load_line(&l, l.n, line, y, rows[1]);
        load_line(&l, l.n, line, g, rows[2]);
        slope(l.n, rows[0], rows[1], rows[2], rows[3]);
        store_line(&l, l.n, line, rows[3], dx);
    }
}

static void cumsum_line(int64_t n, const double *x, double *y)
{
    double sum = 0.0;
    for (int64_t k = 0; k < n; k++) y[k] = sum += x[k];
}

static void cumsum_integers(int64_t n, const int64_t *x, int64_t *y)
{
    uint64_t sum = 0;
    for (int64_t k = 0; k < n; k++) y[k] = (int64_t)(sum += (uint64_t)x[k]);
}

static void cumsum_slope(int64_t n, const double *x, const double *y, const double *g, double *d)
{
    double sum = 0.0;
    (void)x, (void)y;
    for (int64_t k = n - 1; k >= 0; k--) d[k] = sum += g[k];
}

static void cumprod_line(int64_t n, const double *x, double *y)
{
    double product = 1.0;
    for (int64_t k = 0; k < n; k++) y[k] = product *= x[k];
}

static void cumprod_integers(int64_t n, const int64_t *x, int64_t *y)
{
    uint64_t product = 1;
    for (int64_t k = 0; k < n; k++) y[k] = (int64_t)(product *= (uint64_t)x[k]);
}

// Of element k: the sum over all later products without it. A zero is stepped over by products of
// the others, which takes n steps for each.
static void cumprod_slope(int64_t n, const double *x, const double *y, const double *g, double *d)
{
    for (int64_t k = 0; k < n; k++) {
        double product = k ? y[k - 1] : 1.0, sum = 0.0;
        for (int64_t i = k; i < n; i++) {
            if (i > k) product *= x[i];
            sum += g[i] * product;
        }
        d[k] = isnan(x[k]) ? NAN : sum;
    }
}

// The sum is kept relative to the largest so far, so that nothing overflows.
static void logcumsumexp_line(int64_t n, const double *x, double *y)
{
    double most = -INFINITY, sum = 0.0;
    for (int64_t k = 0; k < n; k++) {
        if (x[k] > most) {
            sum *= exp(most - x[k]);
            most = x[k];
        }
        sum += exp(x[k] - most);
        y[k] = most + log(sum);
    }
}

// d y_i / d x_k = e^(x_k - y_i) for k <= i.
static void logcumsumexp_slope(int64_t n, const double *x, const double *y, const double *g,
                               double *d)
{
    for (int64_t k = 0; k < n; k++) {
        d[k] = 0.0;
        for (int64_t i = k; i < n; i++) d[k] += g[i] * exp(x[k] - y[i]);
    }
}

void cumsum_forward(struct kernel_call *call)
{
    if (!scan_integers(call, cumsum_integers)) scan(call, cumsum_line);
}

void cumprod_forward(struct kernel_call *call)
{
    if (!scan_integers(call, cumprod_integers)) scan(call, cumprod_line);
}

void logcumsumexp_forward(struct kernel_call *call)
{
    scan(call, logcumsumexp_line);
}

#define SCAN_BACK(name)                                                                            \
    void name##_backward(struct kernel_call *call)                                                 \
    {                                                                                              \
        scan_back(call, name##_slope);                                                             \
    }

SCAN_BACK(cumsum)
SCAN_BACK(cumprod)
SCAN_BACK(logcumsumexp)

// ---- values with the places they come from

// Fills `value` and `place`, `kept` of each, from a line of `n`.
typedef void choose_function(const struct kernel_call *, int64_t n, int64_t kept, const double *x,
                             double *value, double *place);

static void choose(struct kernel_call *call, int64_t kept, int otherwise, choose_function *function)
{
    const struct tensor *x = &call->in[0];
    struct lines l = lines_of(call, otherwise);
    int64_t dim[MAX_RANK];
    memcpy(dim, x->dim, sizeof dim);
    if (x->rank) dim[kernel_axis(call, "dim", otherwise, x->rank)] = kept;
    bool values = op_n_results(call->op) > 1;
    kernel_results(call, values ? 2 : 1);
    struct tensor *value = values ? kernel_result(call, 0, x->dtype, x->rank, dim) : NULL;
    struct tensor *place = kernel_result(call, values ? 1 : 0, DTYPE_I64, x->rank, dim);
    struct ranked ranked = ranked_of(call, x);
    const double *numbers = ranked_numbers(call, &ranked);
    double *row = kernel_doubles(call, l.n), *v = kernel_doubles(call, l.n);
    double *p = kernel_doubles(call, l.n);
    for (int64_t line = 0; line < count(&l); line++) {
        load_line(&l, l.n, line, numbers, row);
        function(call, l.n, kept, row, v, p);
        for (int64_t k = 0; value && k < kept; k++)
            ranked_store(&ranked, value, at(&l, kept, line, k), v[k]);
        store_line(&l, kept, line, p, place);
    }
}

// The gradient of each value goes to its place.
static void chosen_back(struct kernel_call *call, int otherwise)
{
    struct lines l = lines_of(call, otherwise);
    if (!kernel_wants(call, 0)) return;
    struct tensor *dx = kernel_gradient(call, 0);
    const double *place = kernel_numbers(call, &call->out[1], DTYPE_F64);
    const double *g = kernel_numbers(call, &call->grad_out[0], DTYPE_F64);
    int64_t kept = tensor_count(&call->out[1]) / (count(&l) ? count(&l) : 1);
    double *row = kernel_doubles(call, l.n);
    for (int64_t line = 0; line < count(&l); line++) {
        memset(row, 0, (size_t)l.n * sizeof *row);
        for (int64_t k = 0; k < kept; k++) {
            double from = place[at(&l, kept, line, k)];
            if (from < 0.0)
                row[0] = NAN;
            else
                row[(int64_t)from] += g[at(&l, kept, line, k)];
        }
        store_line(&l, l.n, line, row, dx);
    }
}

// Of equal elements the last one, as PyTorch has it.
static void run_extreme(double sign, int64_t n, const double *x, double *value, double *place)
{
    int64_t best = 0;
    for (int64_t k = 0; k < n; k++) {
        if (isnan(x[k]) || (!isnan(x[best]) && sign * x[k] >= sign * x[best])) best = k;
        value[k] = x[best];
        place[k] = (double)best;
    }
}

static void cummax_line(const struct kernel_call *call, int64_t n, int64_t kept, const double *x,
                        double *value, double *place)
{
    (void)call, (void)kept;
    run_extreme(1.0, n, x, value, place);
}

static void cummin_line(const struct kernel_call *call, int64_t n, int64_t kept, const double *x,
                        double *value, double *place)
{
    (void)call, (void)kept;
    run_extreme(-1.0, n, x, value, place);
}

struct item {
    double x;
    int64_t place;
};

// A NaN counts as the largest; equal elements keep their order.
static int compare(const void *a, const void *b)
{
    const struct item *p = a, *q = b;
    int nan = isnan(p->x) - isnan(q->x);
    if (nan) return nan;
    if (p->x < q->x) return -1;
    if (p->x > q->x) return 1;
    return p->place < q->place ? -1 : p->place > q->place;
}

static int compare_down(const void *a, const void *b)
{
    const struct item *p = a, *q = b;
    int nan = isnan(q->x) - isnan(p->x);
    if (nan) return nan;
    if (p->x != q->x && !isnan(p->x)) return p->x > q->x ? -1 : 1;
    return p->place < q->place ? -1 : p->place > q->place;
}

enum order { UPWARD, DOWNWARD };

static void order_line(const struct kernel_call *call, enum order order, int64_t n, int64_t kept,
                       const double *x, double *value, double *place)
{
    struct item *items = arena_array(call->arena, struct item, n ? n : 1);
    for (int64_t k = 0; k < n; k++) items[k] = (struct item){x[k], k};
    qsort(items, (size_t)n, sizeof *items, order == DOWNWARD ? compare_down : compare);
    for (int64_t k = 0; k < kept; k++) {
        value[k] = items[k].x;
        place[k] = (double)items[k].place;
    }
}

static void sort_line(const struct kernel_call *call, int64_t n, int64_t kept, const double *x,
                      double *value, double *place)
{
    bool down = kernel_bool(call, "descending", false);
    order_line(call, down ? DOWNWARD : UPWARD, n, kept, x, value, place);
}

static void topk_line(const struct kernel_call *call, int64_t n, int64_t kept, const double *x,
                      double *value, double *place)
{
    bool largest = kernel_bool(call, "largest", true);
    order_line(call, largest ? DOWNWARD : UPWARD, n, kept, x, value, place);
}

static int64_t axis_size(const struct kernel_call *call, int otherwise)
{
    return lines_of(call, otherwise).n;
}

void cummax_forward(struct kernel_call *call)
{
    choose(call, axis_size(call, 0), 0, cummax_line);
}

void cummin_forward(struct kernel_call *call)
{
    choose(call, axis_size(call, 0), 0, cummin_line);
}

void running_backward(struct kernel_call *call)
{
    chosen_back(call, 0);
}

void sort_forward(struct kernel_call *call)
{
    choose(call, axis_size(call, -1), -1, sort_line);
}

void topk_forward(struct kernel_call *call)
{
    choose(call, call->in[0].rank ? kernel_int(call, "k", 0) : 1, -1, topk_line);
}

void order_backward(struct kernel_call *call)
{
    chosen_back(call, -1);
}

// ---- differences of neighbours

static void diff_integers(struct kernel_call *call, const struct lines *l, int64_t times,
                          const struct tensor *out)
{
    const int64_t *numbers = kernel_numbers(call, &call->in[0], DTYPE_I64);
    int64_t *row = (int64_t *)kernel_doubles(call, l->n);
    for (int64_t line = 0; line < count(l); line++) {
        for (int64_t k = 0; k < l->n; k++) row[k] = numbers[at(l, l->n, line, k)];
        for (int64_t t = 0; t < times; t++)
            for (int64_t k = 0; k + 1 < l->n - t; k++)
                row[k] = (int64_t)((uint64_t)row[k + 1] - (uint64_t)row[k]);
        for (int64_t k = 0; k < l->n - times; k++)
            tensor_set_integer(out, at(l, l->n - times, line, k), row[k]);
    }
}

// Of bools: do they differ?
void diff_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    struct lines l = lines_of(call, -1);
    int64_t times = kernel_int(call, "n", 1), dim[MAX_RANK];
    int axis = kernel_axis(call, "dim", -1, x->rank);
    memcpy(dim, x->dim, sizeof dim);
    if (times < 0) times = 0;
    if (times > l.n) times = l.n;
    dim[axis] = l.n - times;
    struct tensor *out = kernel_result(call, 0, x->dtype, x->rank, dim);
    if (!dtype_is_float(x->dtype) && x->dtype != DTYPE_BOOL) {
        diff_integers(call, &l, times, out);
        return;
    }
    const double *numbers = kernel_numbers(call, x, DTYPE_F64);
    double *row = kernel_doubles(call, l.n);
    for (int64_t line = 0; line < count(&l); line++) {
        load_line(&l, l.n, line, numbers, row);
        for (int64_t t = 0; t < times; t++)
            for (int64_t k = 0; k + 1 < l.n - t; k++) {
                row[k] = row[k + 1] - row[k];
                if (x->dtype == DTYPE_BOOL) row[k] = row[k] != 0.0;
            }
        store_line(&l, l.n - times, line, row, out);
    }
}

void diff_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, 0)) return;
    struct lines l = lines_of(call, -1);
    int64_t times = kernel_int(call, "n", 1);
    if (times < 0) times = 0;
    if (times > l.n) times = l.n;
    struct tensor *dx = kernel_gradient(call, 0);
    const double *g = kernel_numbers(call, &call->grad_out[0], DTYPE_F64);
    double *row = kernel_doubles(call, l.n);
    for (int64_t line = 0; line < count(&l); line++) {
        load_line(&l, l.n - times, line, g, row);
        for (int64_t n = l.n - times; n < l.n; n++) {
            row[n] = n ? row[n - 1] : 0.0;
            for (int64_t k = n - 1; k > 0; k--) row[k] = row[k - 1] - row[k];
            if (n) row[0] = -row[0];
        }
        store_line(&l, l.n, line, row, dx);
    }
}
