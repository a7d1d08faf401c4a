#ifndef IR_HALF_H
#define IR_HALF_H

// Floating point numbers in 16 bits: f16 (IEEE 754 binary16) and bf16 (the upper half of an f32).
// Rounding is to nearest, ties to even.

#include <stdint.h>

double half_to_double(uint16_t bits);
uint16_t half_from_double(double);
double bfloat_to_double(uint16_t bits);
uint16_t bfloat_from_double(double);

#endif
