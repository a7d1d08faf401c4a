// Asymptotic series and recurrences: Abramowitz and Stegun, Handbook of Mathematical Functions, 6.3
// and 6.4. Accurate to about 1e-14.

#include "ir/ops/special.h"

#include <math.h>

// From here on the series is accurate.
#define LARGE 12.0

// Lanczos' approximation for x >= 0.5, g = 7, n = 9; below by reflection.
double special_lgamma(double x)
{
    static const double c[] = {0.99999999999980993,  676.5203681218851,     -1259.1392167224028,
                               771.32342877765313,   -176.61502916214059,   12.507343278686905,
                               -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};
    if (isnan(x)) return x;
    if (isinf(x) || (x <= 0.0 && x == floor(x))) return INFINITY;
    if (x < 0.5) return log(M_PI / fabs(sin(M_PI * x))) - special_lgamma(1.0 - x);
    if (x == 1.0 || x == 2.0) return 0.0;
    double sum = c[0], t = x + 6.5;
    for (int i = 1; i < 9; i++) sum += c[i] / (x - 1.0 + i);
    return 0.5 * log(2.0 * M_PI) + (x - 0.5) * log(t) - t + log(sum);
}

double special_digamma(double x)
{
    double sum = 0.0;
    if (x == 0.0) return copysign(INFINITY, -x);
    if (x < 0.0) {
        if (x == floor(x)) return NAN;
        return special_digamma(1.0 - x) - M_PI / tan(M_PI * x);
    }
    for (; x < LARGE; x += 1.0) sum -= 1.0 / x;
    double r = 1.0 / (x * x);
    double series = r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r / 132))));
    return sum + log(x) - 0.5 / x - series;
}

double special_trigamma(double x)
{
    double sum = 0.0;
    if (x <= 0.0) {
        double s = sin(M_PI * x);
        return x == floor(x) ? INFINITY : M_PI * M_PI / (s * s) - special_trigamma(1.0 - x);
    }
    for (; x < LARGE; x += 1.0) sum += 1.0 / (x * x);
    double r = 1.0 / (x * x);
    double series = r * (1.0 / 6 - r * (1.0 / 30 - r * (1.0 / 42 - r * (1.0 / 30 - r * 5.0 / 66))));
    return sum + (1.0 + 0.5 / x + series) / x;
}

// Winitzki's approximation, then Newton's method, which doubles its digits each time.
double special_erf_inverse(double x)
{
    if (isnan(x) || fabs(x) > 1.0) return NAN;
    if (fabs(x) == 1.0) return copysign(INFINITY, x);
    const double a = 0.147;
    double l = log1p(-x * x), t = 2.0 / (M_PI * a) + 0.5 * l;
    double y = copysign(sqrt(sqrt(t * t - l / a) - t), x);
    for (int i = 0; i < 3; i++) {
        double error = x > 0.5 ? (1.0 - x) - erfc(y) : x < -0.5 ? erfc(-y) - (1.0 + x) : erf(y) - x;
        y -= error * sqrt(M_PI) / 2.0 * exp(y * y);
    }
    return y;
}
