// Ranks of integers.

#include "ir/ops/ranked.h"

#include <stdlib.h>

#define EXACT ((int64_t)1 << 53) // up to here each integer is a double of its own

static int by_size(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static bool needs_ranks(const int64_t *x, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (x[i] > EXACT || x[i] < -EXACT) return true;
    return false;
}

// The first of those that are not less.
static int64_t rank_of(const int64_t *sorted, int64_t n, int64_t x)
{
    int64_t low = 0, high = n;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (sorted[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct ranked rank(struct kernel_call *call, const struct tensor *t, const int64_t *x,
                          const int64_t *sorted, int64_t n)
{
    struct ranked r = {.numbers = *t, .values = sorted};
    int64_t count = tensor_count(t);
    double *ranks = kernel_doubles(call, count);
    for (int64_t i = 0; i < count; i++) ranks[i] = (double)rank_of(sorted, n, x[i]);
    r.numbers.dtype = DTYPE_F64;
    r.numbers.data = (char *)ranks;
    tensor_set_contiguous(&r.numbers);
    return r;
}

static const int64_t *integers(struct kernel_call *call, const struct tensor *t, int64_t *n)
{
    *n = t->dtype == DTYPE_I64 ? tensor_count(t) : 0;
    return *n ? kernel_numbers(call, t, DTYPE_I64) : NULL;
}

void ranked_both(struct kernel_call *call, const struct tensor *a, const struct tensor *b,
                 struct ranked *of_a, struct ranked *of_b)
{
    int64_t n_a, n_b;
    const int64_t *x = integers(call, a, &n_a), *y = integers(call, b, &n_b);
    *of_a = (struct ranked){.numbers = *a};
    *of_b = (struct ranked){.numbers = *b};
    if (!needs_ranks(x, n_a) && !needs_ranks(y, n_b)) return;
    int64_t *sorted = (int64_t *)kernel_doubles(call, n_a + n_b);
    for (int64_t i = 0; i < n_a; i++) sorted[i] = x[i];
    for (int64_t i = 0; i < n_b; i++) sorted[n_a + i] = y[i];
    qsort(sorted, (size_t)(n_a + n_b), sizeof *sorted, by_size);
    if (n_a) *of_a = rank(call, a, x, sorted, n_a + n_b);
    if (n_b) *of_b = rank(call, b, y, sorted, n_a + n_b);
}

struct ranked ranked_of(struct kernel_call *call, const struct tensor *t)
{
    struct ranked r, none;
    ranked_both(call, t, &(struct tensor){0}, &r, &none);
    return r;
}

void ranked_store(const struct ranked *r, const struct tensor *to, int64_t index, double number)
{
    if (r->values)
        tensor_set_integer(to, index, r->values[(int64_t)number]);
    else
        tensor_set(to, index, number);
}

const double *ranked_numbers(struct kernel_call *call, const struct ranked *r)
{
    return kernel_numbers(call, &r->numbers, DTYPE_F64);
}
