#ifndef IR_HALF_H
#define IR_HALF_H

// Floating point numbers in 16 bits: f16 (IEEE 754 binary16) and bf16 (the upper half of an f32).
// Rounding is to nearest, ties to even.

#include <stdint.h>

// Exact: each number of 16 bits is a double, infinities, NaNs and the sign of 0 too.
double half_to_double(uint16_t bits);
// Infinite from 65520 on, half a step beyond the largest number; 0 up to 2^-25, half of the least.
uint16_t half_from_double(double);
// The same of bf16, rounded to f32 first, as PyTorch's kernels do.
double bfloat_to_double(uint16_t bits);
uint16_t bfloat_from_double(double);

#endif
