// Polynomials in one symbol: where they are negative is found by isolating their roots, so that
// nothing of them stays open but for numbers beyond 64 bits.

#include "ir/base/checked.h"
#include "ir/base/differences.h"
#include "ir/sym/deduce.h"

#define MAX_POWER (MAX_DIFFERENCES - 1)

struct polynomial {
    const struct sym *var;
    int degree;
    int64_t coefficient[MAX_POWER + 1];
};

static bool add_term(struct polynomial *p, const struct sym_term *term)
{
    struct sym_factor single;
    const struct sym_factor *factors;
    if (sym_factors(term->monomial, &single, &factors) != 1) return false;
    const struct sym *atom = factors[0].atom;
    int power = factors[0].power;
    if (atom->kind != SYM_VAR || (p->var && p->var != atom) || power > MAX_POWER) return false;
    p->var = atom;
    p->coefficient[power] = term->coefficient;
    if (power > p->degree) p->degree = power;
    return true;
}

// False: it is no polynomial in one symbol, or a line.
static bool read_polynomial(const struct sym *sym, struct polynomial *p)
{
    *p = (struct polynomial){0};
    if (sym->kind != SYM_SUM || sym->n > MAX_POWER) return false;
    p->coefficient[0] = sym->number;
    for (int i = 0; i < sym->n; i++)
        if (!add_term(p, &sym->terms[i])) return false;
    return p->degree > 1;
}

static bool value_at(const struct polynomial *p, int64_t x, int64_t *value)
{
    *value = 0;
    for (int i = p->degree; i >= 0; i--)
        if (!checked_mul(*value, x, value) || !checked_add(*value, p->coefficient[i], value))
            return false;
    return true;
}

// Beyond 1 + the largest coefficient / the first one, it has the sign of the first one (Cauchy's
// bound of roots).
static bool bound_roots(const struct polynomial *p, int64_t *bound)
{
    int64_t largest = 0, first = p->coefficient[p->degree];
    for (int i = 0; i < p->degree; i++) {
        int64_t size = p->coefficient[i];
        if (size == INT64_MIN) return false;
        if (size < 0) size = -size;
        if (size > largest) largest = size;
    }
    if (first <= 0) return false;
    *bound = largest / first + 2;
    return true;
}

bool sym_single_nonnegative(struct syms *syms, const struct sym *sym)
{
    struct polynomial p;
    int64_t delta[MAX_DIFFERENCES], last, negative;
    if (!read_polynomial(sym, &p)) return false;
    struct sym_range range = sym_range(syms, p.var);
    if (range.lower == INT64_MIN) return false;
    if (range.upper == INT64_MAX) {
        if (!bound_roots(&p, &last)) return false;
        if (last < range.lower) last = range.lower;
    } else
        last = range.upper;
    for (int i = 0; i <= p.degree; i++) {
        int64_t x;
        if (!checked_add(range.lower, i, &x) || !value_at(&p, x, &delta[i])) return false;
    }
    if (!differences_of_values(p.degree + 1, delta) || !checked_sub(last, range.lower, &last))
        return false;
    return last < INT64_MAX && differences_first_below(p.degree + 1, delta, 0, last, &negative) &&
           negative > last;
}
