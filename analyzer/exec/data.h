#ifndef ANALYZER_EXEC_DATA_H
#define ANALYZER_EXEC_DATA_H

// Numbers for inputs and parameters that are the same on every machine: a
// 32-bit linear congruential generator for each tensor, its elements in
// row-major order. s = 1664525 s + 1013904223 (mod 2^32); a float is
// ((s >> 8) 2^-23 - 1) a + b, rounded to f32 once; an index is (s >> 8) mod below.

#include "ir/kernel.h"

struct data_random {
    uint32_t state;
};

double data_next(struct data_random *); // uniform in [0, 1)
void data_fill_floats(const struct tensor *, uint32_t seed, double a, double b);
void data_fill_indices(const struct tensor *, uint32_t seed, int64_t below);

#endif
