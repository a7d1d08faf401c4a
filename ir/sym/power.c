// Powers of numbers with an exponent that is none, brought to one form: bases are primes, exponents
// are products of symbols (sums only where a part of one may be negative). So 4^n is the square of
// 2^n, 2^(n + 3) is 8*2^n, 6^n is 2^n*3^n, and polynomials in them are compared as all others are.
// Bases have small prime factors.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

#include <inttypes.h>

#define MAX_PRIME 65536 // so that primes are found at once

static const struct sym *number_power(struct syms *syms, int64_t base, int64_t exponent)
{
    int64_t value = 1;
    for (int64_t i = 0; i < exponent && base > 1; i++)
        if (!checked_mul(value, base, &value))
            return sym_overflow(syms, "%" PRId64 "^%" PRId64 " passes 64 bits", base, exponent);
    return sym_const(syms, value);
}

// prime^(times * exponent)
static const struct sym *prime_power(struct syms *syms, int64_t prime, const struct sym *exponent,
                                     int64_t times)
{
    const struct sym *arguments[] = {sym_const(syms, prime), exponent};
    if (times > MAX_DEPTH) return sym_too_large(syms);
    return sym_power(
        syms, sym_intern(syms, &(struct sym){.kind = SYM_POWER, .n = 2, .arguments = arguments}),
        (int)times);
}

// base^(coefficient * exponent)
static const struct sym *primes_power(struct syms *syms, int64_t base, int64_t coefficient,
                                      const struct sym *exponent)
{
    const struct sym *product = sym_const(syms, 1);
    for (int64_t prime = 2; base > 1; prime++) {
        int64_t times = 0;
        if (prime > MAX_PRIME) return sym_unknown(syms, "the base of a power is too large");
        for (; base % prime == 0; base /= prime) times++;
        if (!checked_mul(times, coefficient, &times)) return sym_too_large(syms);
        if (times) product = sym_mul(syms, product, prime_power(syms, prime, exponent, times));
    }
    return product;
}

// Is each of the terms >= 0 but for its sign? Then b^(m - n) is b^m/b^n wherever m >= n.
static bool parts_are_exponents(struct syms *syms, const struct sym_parts *parts)
{
    for (int i = 0; i < parts->n; i++)
        if (sym_range(syms, parts->terms[i].monomial).lower < 0 ||
            parts->terms[i].coefficient == INT64_MIN)
            return false;
    return parts->constant != INT64_MIN;
}

// Is the sum less than the largest of its terms somewhere?
static bool parts_may_fall(const struct sym_parts *parts)
{
    bool falls = parts->constant < 0;
    for (int i = 0; i < parts->n; i++) falls |= parts->terms[i].coefficient < 0;
    return falls;
}

static int64_t smallest_factor(int64_t base)
{
    for (int64_t prime = 2; prime <= MAX_PRIME && prime * prime <= base; prime++)
        if (base % prime == 0) return prime;
    return base;
}

// 2^100 passes 64 bits, 2^(100 - n) need not: it is left whole. Factors of the base are looked at
// one by one, as each is when its text is read back.
static const struct sym *whole_power(struct syms *syms, int64_t base, const struct sym *exponent)
{
    int64_t prime = smallest_factor(base);
    if (prime == base) return primes_power(syms, base, 1, exponent);
    return sym_mul(syms, sym_pow(syms, prime, exponent), sym_pow(syms, base / prime, exponent));
}

const struct sym *sym_pow(struct syms *syms, int64_t base, const struct sym *exponent)
{
    if (exponent->kind == SYM_UNKNOWN) return exponent;
    if (base < 1) return sym_unknown(syms, "the base of a power is less than 1");
    if (exponent->kind == SYM_CONST && exponent->number < 0)
        return sym_unknown(syms, "the exponent is negative");
    struct sym_parts parts;
    sym_parts(exponent, &parts);
    if (!parts_are_exponents(syms, &parts)) return primes_power(syms, base, 1, exponent);
    bool falls = parts.constant < 0;
    const struct sym *number = number_power(syms, base, falls ? -parts.constant : parts.constant);
    if (number->kind == SYM_UNKNOWN && parts_may_fall(&parts))
        return whole_power(syms, base, exponent);
    const struct sym *one = sym_const(syms, 1);
    const struct sym *above = falls ? one : number, *below = falls ? number : one;
    for (int i = 0; i < parts.n; i++) {
        int64_t coefficient = parts.terms[i].coefficient;
        const struct sym **side = coefficient < 0 ? &below : &above;
        if (coefficient < 0) coefficient = -coefficient;
        const struct sym *power = primes_power(syms, base, coefficient, parts.terms[i].monomial);
        *side = sym_mul(syms, *side, power);
    }
    return sym_floordiv(syms, above, below);
}
