#ifndef IR_OPS_SCALARS_H
#define IR_OPS_SCALARS_H

// Functions of numbers that kernels of several families are made of.

#include <math.h>
#include <stdint.h>

static inline double scalar_sigmoid(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

// The larger or smaller of two; no number where one of them is none. PyTorch clips so, where C's
// fmax and fmin give the other one.
static inline double scalar_larger(double a, double b)
{
    return a > b || isnan(a) ? a : b;
}

static inline double scalar_smaller(double a, double b)
{
    return a < b || isnan(a) ? a : b;
}

// log(1 + e^x) without overflow.
static inline double scalar_softplus(double x)
{
    return fmax(x, 0.0) + log1p(exp(-fabs(x)));
}

// The logarithm of the sum of the exponentials of `n` numbers, `step` apart. The largest is taken
// off first, so that none overflows; where that one is infinite, the result is a NaN, as the
// quotients of softmax are then.
static inline double scalar_log_sum_exp(const double *x, int64_t n, int64_t step)
{
    double most = -INFINITY, sum = 0.0;
    for (int64_t i = 0; i < n; i++) most = fmax(most, x[i * step]);
    for (int64_t i = 0; i < n; i++) sum += exp(x[i * step] - most);
    return most + log(sum);
}

#endif
