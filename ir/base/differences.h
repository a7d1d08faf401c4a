#ifndef IR_BASE_DIFFERENCES_H
#define IR_BASE_DIFFERENCES_H

// A polynomial by its differences at 0, delta[0] + delta[1]*k + delta[2]*k*(k - 1)/2 + ...: whole
// at every whole k if they are (Newton's forward form), and its own differences are those without
// the first. All is checked: false where a number does not fit into 64 bits.

#include <stdbool.h>
#include <stdint.h>

#define MAX_DIFFERENCES 7

// Turns values at 0, 1, ..., n - 1 into differences.
bool differences_of_values(int n, int64_t *values);
bool differences_at(int n, const int64_t *delta, int64_t k, int64_t *value);
// The smallest k of from..to at which the polynomial is below 0, or not below 0; to + 1: there is
// none. Between two changes of its differences' sign a polynomial goes one way only.
bool differences_first_below(int n, const int64_t *delta, int64_t from, int64_t to, int64_t *k);
bool differences_first_not_below(int n, const int64_t *delta, int64_t from, int64_t to, int64_t *k);

#endif
