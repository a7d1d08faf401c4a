// e^x = 2^n e^r with |r| <= ln(2) / 2, whose e^r - 1 is Taylor's series up to r^13: what is left
// out is below 5e-18 of it.

#include "ir/ops/exponential.h"

#include "ir/base/wide.h"

#include <math.h>
#include <string.h>

#define LARGEST 708.0 // of an argument: the power of two is a normal number then
#define LN2_HIGH 0x1.62e42fefa3800p-1
#define LN2_LOW 0x1.ef35793c76730p-45 // LN2_HIGH + LN2_LOW is ln(2); n LN2_HIGH is exact
#define ROUNDING 0x1.8p52             // added, it leaves an integer in the last bits

// e^r - 1.
static inline double series(double r)
{
    double sum = 1.0 / 6227020800.0;
    sum = sum * r + 1.0 / 479001600.0;
    sum = sum * r + 1.0 / 39916800.0;
    sum = sum * r + 1.0 / 3628800.0;
    sum = sum * r + 1.0 / 362880.0;
    sum = sum * r + 1.0 / 40320.0;
    sum = sum * r + 1.0 / 5040.0;
    sum = sum * r + 1.0 / 720.0;
    sum = sum * r + 1.0 / 120.0;
    sum = sum * r + 1.0 / 24.0;
    sum = sum * r + 1.0 / 6.0;
    sum = sum * r + 0.5;
    return sum * r * r + r;
}

// e^x as power + power * rest.
struct parts {
    double power, rest;
};

static inline struct parts split(double x)
{
    double shifted = x * M_LOG2E + ROUNDING, n = shifted - ROUNDING;
    struct parts parts;
    uint64_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (bits + 1023) << 52; // the exponent of 2^n, as IEEE 754 stores it
    memcpy(&parts.power, &bits, sizeof bits);
    parts.rest = series(x - n * LN2_HIGH - n * LN2_LOW);
    return parts;
}

static inline double power_of_e(double x)
{
    struct parts p = split(x);
    return p.power * p.rest + p.power;
}

// tanh a = (e^2a - 1) / (e^2a + 1), where e^2a - 1 is taken without losing digits near 0.
WIDE void exponential_tanh(int64_t n, const double *x, double *y)
{
    ANY_ORDER
    for (int64_t i = 0; i < n; i++) {
        double at = x[i], a = fabs(at);
        struct parts p = split(2.0 * (a < 22.0 ? a : 22.0)); // 1 to the last place from there on
        double less_one = p.power * p.rest + (p.power - 1.0);
        double value = copysign(less_one / (less_one + 2.0), at);
        y[i] = at != at ? at : value;
    }
}

WIDE void exponential_sigmoid(int64_t n, const double *x, double *y)
{
    ANY_ORDER
    for (int64_t i = 0; i < n; i++) {
        double at = x[i], inside = at > LARGEST ? LARGEST : at < -LARGEST ? -LARGEST : at;
        double value = 1.0 / (1.0 + power_of_e(-inside));
        value = at < -LARGEST ? 0.0 : value;
        y[i] = at != at ? at : value;
    }
}

static WIDE void shares(int64_t n, const double *x, double most, double *y)
{
    ANY_ORDER
    for (int64_t i = 0; i < n; i++) {
        double at = x[i] - most, inside = at < -LARGEST ? -LARGEST : at;
        double value = power_of_e(inside);
        value = at < -LARGEST ? 0.0 : value;
        y[i] = at != at ? at : value;
    }
}

double exponential_shares(int64_t n, const double *x, double most, double *y)
{
    double sum = 0.0;
    shares(n, x, most, y);
    for (int64_t i = 0; i < n; i++) sum += y[i];
    return sum;
}
