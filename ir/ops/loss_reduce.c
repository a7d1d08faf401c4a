#include "ir/ops/loss_reduce.h"

#include <string.h>

static bool is_reduction(const struct kernel_call *call, const char *word)
{
    return strcmp(kernel_string(call, "reduction", "mean"), word) == 0;
}

void loss_reduce(struct kernel_call *call, enum dtype dtype, int rank, const int64_t *dim,
                 const double *each)
{
    bool none = is_reduction(call, "none");
    struct tensor extents = {.rank = rank};
    double sum = 0.0;
    memcpy(extents.dim, dim, (size_t)rank * sizeof *dim);
    int64_t n = tensor_count(&extents);
    struct tensor *result = kernel_result(call, 0, dtype, none ? rank : 0, dim);
    for (int64_t i = 0; i < n; i++) {
        sum += each[i];
        if (none) tensor_set(result, i, each[i]);
    }
    if (!none) tensor_set(result, 0, is_reduction(call, "mean") ? sum / (double)n : sum);
}

double *loss_spread(struct kernel_call *call, int64_t n)
{
    const struct tensor *g = &call->grad_out[0];
    double *each = kernel_doubles(call, n);
    bool none = is_reduction(call, "none");
    double share = none ? 0.0 : tensor_get(g, 0) / (is_reduction(call, "mean") ? (double)n : 1.0);
    for (int64_t i = 0; i < n; i++) each[i] = none ? tensor_get(g, i) : share;
    return each;
}
