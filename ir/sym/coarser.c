// Quotients that facts tie to a coarser one of the same number: with H % 28 <= 3, or with
// (H/4) % 7 == 0, H/4 is 7*(H/28). Told by the coarsest one they cancel each other, so that what
// patches, windows and halvings demand of a size settles what comes behind them.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

// value % modulus is at least `lower` and at most `upper`.
struct remainder {
    const struct sym *value;
    int64_t modulus, lower, upper;
};

// Two remainders below the common divisor of their moduli are equal, as they differ by a multiple
// of it; then they are the remainder by the least common multiple too.
static void merge(struct remainder *known, int64_t modulus, struct sym_range range)
{
    int64_t common = number_gcd(known->modulus, modulus), multiple;
    if (known->upper >= common || range.upper >= common ||
        !checked_mul(known->modulus, modulus / common, &multiple))
        return;
    known->modulus = multiple;
    if (range.lower > known->lower) known->lower = range.lower;
    if (range.upper < known->upper) known->upper = range.upper;
}

// What was told of the remainders of one number, from the first one on that differs from the
// numerator by a constant.
static bool told_remainder(struct syms *syms, const struct sym *numerator, struct remainder *known,
                           int64_t *beyond)
{
    *known = (struct remainder){0};
    for (int i = 0; i < syms->told.n; i++) {
        const struct sym *told = syms->told.at[i];
        int64_t modulus;
        if (told->kind != SYM_MOD || !sym_is_const(told->arguments[1], &modulus)) continue;
        struct sym_range range = sym_range(syms, told);
        if (known->value == told->arguments[0])
            merge(known, modulus, range);
        else if (!known->value && told->names == numerator->names &&
                 sym_is_const(sym_sub(syms, numerator, told->arguments[0]), beyond))
            *known = (struct remainder){told->arguments[0], modulus, range.lower, range.upper};
    }
    return known->value;
}

// With a remainder that is known every quotient is exact, and the product of the coarse one with a
// number is told by the finer one (poly.c).
static bool is_exact(struct syms *syms, const struct sym *value, int64_t modulus)
{
    return sym_congruence(syms, value).modulus % modulus == 0;
}

// Has the quotient by this number another numerator in its normal form (divide.c rounds what is
// known of the residue away)? Then the numerator with something added may be that form.
static bool is_rounded(struct syms *syms, const struct sym *value, int64_t divisor)
{
    struct sym_congruence known = sym_congruence(syms, value);
    return number_mod(known.residue, number_gcd(known.modulus, divisor)) != 0;
}

const struct sym *sym_by_coarser(struct syms *syms, const struct sym *numerator, int64_t divisor)
{
    struct remainder known;
    int64_t beyond, least, most;
    if (!syms->told.n || !told_remainder(syms, numerator, &known, &beyond) ||
        known.modulus % divisor ||
        (known.modulus == divisor && (beyond == 0 || is_rounded(syms, known.value, divisor))) ||
        !checked_add(known.lower, beyond, &least) || !checked_add(known.upper, beyond, &most))
        return NULL;
    int64_t rest = number_floordiv(least, divisor);
    if (rest != number_floordiv(most, divisor) || is_exact(syms, known.value, known.modulus))
        return NULL;
    const struct sym *coarse = sym_floordiv_const(syms, known.value, known.modulus);
    return sym_add_const(syms, sym_mul_const(syms, coarse, known.modulus / divisor), rest);
}

// numerator % divisor by a told remainder of a multiple of the divisor.
static const struct sym *by_told(struct syms *syms, const struct sym *numerator, int64_t divisor,
                                 const struct sym *told)
{
    int64_t modulus, beyond, least, most;
    if (told->kind != SYM_MOD || told->names != numerator->names ||
        !sym_is_const(told->arguments[1], &modulus) || modulus % divisor || modulus == divisor ||
        !sym_is_const(sym_sub(syms, numerator, told->arguments[0]), &beyond))
        return NULL;
    struct sym_range range = sym_range(syms, told);
    if (!checked_add(range.lower, beyond, &least) || !checked_add(range.upper, beyond, &most))
        return NULL;
    int64_t whole = number_floordiv(least, divisor), taken;
    if (whole != number_floordiv(most, divisor) || !checked_mul(whole, divisor, &taken) ||
        !checked_sub(beyond, taken, &beyond))
        return NULL;
    return sym_add_const(syms, told, beyond);
}

const struct sym *sym_by_told_remainder(struct syms *syms, const struct sym *numerator,
                                        int64_t divisor)
{
    const struct sym *found = NULL;
    for (int i = 0; i < syms->told.n && !found; i++)
        found = by_told(syms, numerator, divisor, syms->told.at[i]);
    return found;
}

const struct sym *sym_by_multiple(struct syms *syms, const struct sym *quotient)
{
    int64_t divisor, product;
    if (quotient->kind != SYM_FLOORDIV || !quotient->facts ||
        !sym_is_const(quotient->arguments[1], &divisor))
        return quotient;
    struct sym_congruence known = quotient->facts->congruence;
    if (known.modulus < 2 || !checked_mul(divisor, known.modulus, &product) ||
        is_exact(syms, quotient->arguments[0], product))
        return quotient;
    const struct sym *coarse = sym_floordiv_const(syms, quotient->arguments[0], product);
    return sym_add_const(syms, sym_mul_const(syms, coarse, known.modulus), known.residue);
}
