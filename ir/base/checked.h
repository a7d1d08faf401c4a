#ifndef IR_BASE_CHECKED_H
#define IR_BASE_CHECKED_H

// 64-bit arithmetic that says so when it would wrap: true and the result, or
// false and nothing.

#include <stdbool.h>
#include <stdint.h>

static inline bool checked_add(int64_t a, int64_t b, int64_t *sum)
{
    return !__builtin_add_overflow(a, b, sum);
}

static inline bool checked_sub(int64_t a, int64_t b, int64_t *difference)
{
    return !__builtin_sub_overflow(a, b, difference);
}

static inline bool checked_mul(int64_t a, int64_t b, int64_t *product)
{
    return !__builtin_mul_overflow(a, b, product);
}

// Does `a` divide `b`? 0 divides nothing. The machine traps on INT64_MIN % -1.
static inline bool checked_divides(int64_t a, int64_t b)
{
    return a == -1 || (a != 0 && b % a == 0);
}

#endif
