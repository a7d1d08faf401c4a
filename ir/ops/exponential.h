#ifndef IR_OPS_EXPONENTIAL_H
#define IR_OPS_EXPONENTIAL_H

// Rows of numbers through functions that are made of exponentials, without a branch, so that
// compilers make vectors of them. Within 5 units of the last place of a double; a NaN stays one.
// `x` and `y` may be the same row.

#include <stdint.h>

void exponential_tanh(int64_t n, const double *x, double *y);
void exponential_sigmoid(int64_t n, const double *x, double *y); // 0 below -708
// y = e^(x - most), for most >= x, and the sum of all; e^-709 and less is 0.
double exponential_shares(int64_t n, const double *x, double most, double *y);

#endif
