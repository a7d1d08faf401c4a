// Sums, means and maxima of rows of a table over bags of indices.

#include "ir/ops/kernels.h"

#include <math.h>
#include <string.h>

enum { INDICES, WEIGHT, OFFSETS, SAMPLE_WEIGHTS };

enum bag_mode { BAG_SUM, BAG_MEAN, BAG_MAX };

struct bags {
    enum bag_mode mode;
    int64_t n, n_indices, rows, width;
    int64_t padding;               // a row that counts for nothing; -1: there is none
    const double *weight, *sample; // sample: NULL: all 1
};

static bool has(const struct kernel_call *call, int operand)
{
    return operand < call->n_in && kernel_has(call, operand);
}

static struct bags read_bags(struct kernel_call *call)
{
    const struct tensor *indices = &call->in[INDICES], *weight = &call->in[WEIGHT];
    const char *mode = kernel_string(call, "mode", "mean");
    struct bags b = {.n_indices = tensor_count(indices),
                     .rows = weight->dim[0],
                     .width = weight->dim[1],
                     .padding = -1};
    b.mode = !strcmp(mode, "sum") ? BAG_SUM : !strcmp(mode, "max") ? BAG_MAX : BAG_MEAN;
    b.n = indices->rank == 2 ? indices->dim[0] : call->in[OFFSETS].dim[0];
    if (indices->rank != 2 && kernel_bool(call, "include_last_offset", false)) b.n--;
    if (kernel_given(call, "padding_idx")) {
        b.padding = kernel_int(call, "padding_idx", -1);
        if (b.padding < 0) b.padding += b.rows;
    }
    b.weight = kernel_operand(call, WEIGHT);
    if (has(call, SAMPLE_WEIGHTS)) b.sample = kernel_operand(call, SAMPLE_WEIGHTS);
    return b;
}

// Bag k has the indices [*first, *end).
static void bag_at(const struct kernel_call *call, const struct bags *b, int64_t k, int64_t *first,
                   int64_t *end)
{
    const struct tensor *indices = &call->in[INDICES];
    if (indices->rank == 2) {
        *first = k * indices->dim[1];
        *end = *first + indices->dim[1];
        return;
    }
    const struct tensor *offsets = &call->in[OFFSETS];
    *first = tensor_get_integer(offsets, k);
    *end = k + 1 < offsets->dim[0] ? tensor_get_integer(offsets, k + 1) : b->n_indices;
    if (*first < 0) *first = 0;
    if (*end > b->n_indices) *end = b->n_indices;
}

// -1: it counts for nothing; -2, and the call fails: there is no such row.
static int64_t row_at(struct kernel_call *call, const struct bags *b, int64_t i)
{
    int64_t row = tensor_get_integer(&call->in[INDICES], i);
    if (row == b->padding) return -1;
    if (row >= 0 && row < b->rows) return row;
    kernel_fail(call, "index %lld is outside of a table of %lld rows", (long long)row,
                (long long)b->rows);
    return -2;
}

static int64_t count_rows(struct kernel_call *call, const struct bags *b, int64_t first,
                          int64_t end)
{
    int64_t n = 0;
    for (int64_t i = first; i < end; i++) n += row_at(call, b, i) >= 0;
    return n;
}

// A bag of nothing is 0.
static void fill_bag(struct kernel_call *call, const struct bags *b, int64_t k, double *row,
                     int64_t *places)
{
    int64_t first, end;
    bag_at(call, b, k, &first, &end);
    int64_t n = count_rows(call, b, first, end);
    for (int64_t c = 0; c < b->width; c++) {
        row[c] = 0.0;
        places[c] = -1;
    }
    for (int64_t i = first; i < end; i++) {
        int64_t at = row_at(call, b, i);
        for (int64_t c = 0; c < b->width && at >= 0; c++) {
            double x = b->weight[at * b->width + c], factor = b->sample ? b->sample[i] : 1.0;
            if (b->mode != BAG_MAX) {
                row[c] += factor * x / (b->mode == BAG_MEAN ? (double)n : 1.0);
            } else if (places[c] < 0 || x > row[c]) {
                row[c] = x;
                places[c] = at;
            }
        }
    }
}

void embedding_bag_forward(struct kernel_call *call)
{
    embedding_shorten_rows(call);
    if (call->failure) return;
    struct bags b = read_bags(call);
    int64_t dim[2] = {b.n < 0 ? 0 : b.n, b.width};
    struct tensor *y = kernel_result(call, 0, call->in[WEIGHT].dtype, 2, dim);
    struct tensor *own = b.mode == BAG_MAX ? kernel_own(call, DTYPE_I64, 2, dim) : NULL;
    double *row = kernel_doubles(call, b.width);
    int64_t *places = arena_array(call->arena, int64_t, b.width);
    for (int64_t k = 0; k < b.n && !call->failure; k++) {
        fill_bag(call, &b, k, row, places);
        for (int64_t c = 0; c < b.width; c++) {
            tensor_set(y, k * b.width + c, row[c]);
            if (own) tensor_set_integer(own, k * b.width + c, places[c]);
        }
    }
}

// What each row's gradient is divided by: how often an index is there, those of padding too.
// PyTorch 1.13 sorts the indices and takes for the u-th row that is named the count of the u-th
// index of all, which is that row's own only where no row before it is named twice.
static const double *frequencies(struct kernel_call *call, const struct bags *b)
{
    if (!kernel_bool(call, "scale_grad_by_freq", false)) return NULL;
    double *counts = kernel_zeros(call, b->rows), *divisors = kernel_zeros(call, b->rows);
    int64_t *sorted = arena_array(call->arena, int64_t, b->n_indices + 1), n = 0, named = 0;
    for (int64_t i = 0; i < b->n_indices; i++) {
        int64_t row = tensor_get_integer(&call->in[INDICES], i);
        if (row >= 0 && row < b->rows) counts[row] += 1.0;
    }
    for (int64_t row = 0; row < b->rows; row++)
        for (int64_t k = 0; k < (int64_t)counts[row]; k++) sorted[n++] = row;
    for (int64_t row = 0; row < b->rows; row++)
        if (counts[row] > 0.0) divisors[row] = counts[sorted[named++]];
    return divisors;
}

static void bag_back(struct kernel_call *call, const struct bags *b, int64_t k, double *dw,
                     double *ds)
{
    int64_t first, end;
    bag_at(call, b, k, &first, &end);
    int64_t n = count_rows(call, b, first, end);
    for (int64_t i = first; i < end; i++) {
        int64_t at = row_at(call, b, i);
        for (int64_t c = 0; c < b->width && at >= 0; c++) {
            double g = tensor_get(&call->grad_out[0], k * b->width + c);
            double factor = b->sample ? b->sample[i] : 1.0;
            dw[at * b->width + c] += g * factor / (b->mode == BAG_MEAN ? (double)n : 1.0);
            ds[i] += g * b->weight[at * b->width + c];
        }
    }
}

static void largest_back(const struct kernel_call *call, const struct bags *b, double *dw)
{
    for (int64_t i = 0; i < b->n * b->width; i++) {
        int64_t row = tensor_get_integer(&call->own[0], i);
        if (row >= 0) dw[row * b->width + i % b->width] += tensor_get(&call->grad_out[0], i);
    }
}

void embedding_bag_backward(struct kernel_call *call)
{
    struct bags b = read_bags(call);
    double *dw = kernel_zeros(call, b.rows * b.width), *ds = kernel_zeros(call, b.n_indices);
    const double *often = frequencies(call, &b);
    if (b.mode == BAG_MAX)
        largest_back(call, &b, dw);
    else
        for (int64_t k = 0; k < b.n; k++) bag_back(call, &b, k, dw, ds);
    for (int64_t i = 0; often && i < b.rows * b.width; i++)
        if (often[i / b.width] > 0.0) dw[i] /= often[i / b.width];
    if (call->failure) return;
    kernel_give_gradient(call, WEIGHT, dw);
    if (has(call, SAMPLE_WEIGHTS)) kernel_give_gradient(call, SAMPLE_WEIGHTS, ds);
}
