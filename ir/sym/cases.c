// Proof by cases: with x = L*q + r for every residue r, where L is a multiple
// of all divisors that x stands under, every quotient becomes a polynomial in
// q, and polynomials have a normal form.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

#define MAX_PERIOD 64
#define MAX_CASES 256

struct cases {
    struct syms *syms;
    unsigned seen;
    int left;
};

static int64_t common_multiple(int64_t a, int64_t b)
{
    int64_t product;
    return checked_mul(a / number_gcd(a, b), b, &product) ? product : INT64_MAX;
}

// A number of steps of the symbol after which every quotient has grown by
// a whole number; INT64_MAX when it is too large.
static int64_t period(const struct sym *sym, const struct sym *var)
{
    int64_t all = 1, divisor;
    if (!(sym->names & var->names) || sym->kind == SYM_VAR) return 1;
    for (int i = 0; i < sym->n && all <= MAX_PERIOD; i++) {
        const struct sym *part = sym->kind == SYM_SUM       ? sym->terms[i].monomial
                                 : sym->kind == SYM_PRODUCT ? sym->factors[i].atom
                                                            : sym->arguments[i];
        all = common_multiple(all, period(part, var));
    }
    bool divides = (sym->kind == SYM_FLOORDIV || sym->kind == SYM_MOD) &&
                   sym_is_const(sym->arguments[1], &divisor) && sym_mentions(sym, var);
    return divides && all <= MAX_PERIOD ? (checked_mul(all, divisor, &all) ? all : INT64_MAX) : all;
}

// The symbol with the shortest period above 1 that is not too long, or NULL.
static const struct sym *choose(struct syms *syms, const struct sym *sym, int64_t *length)
{
    const struct sym **vars, *best = NULL;
    int n = sym_vars(syms->arena, sym, &vars);
    *length = MAX_PERIOD + 1;
    for (int i = 0; i < n; i++) {
        int64_t p = period(sym, vars[i]);
        if (p > 1 && p < *length) {
            best = vars[i];
            *length = p;
        }
    }
    return best;
}

// A symbol q with the range that x = length * q + residue leaves it; NULL: none.
static const struct sym *quotient_var(struct syms *syms, const struct sym *var, int64_t length,
                                      int64_t residue)
{
    struct sym_range range = sym_range(syms, var), q = {INT64_MIN, INT64_MAX};
    int64_t edge;
    if (range.lower != INT64_MIN && checked_sub(residue, range.lower, &edge))
        q.lower = -number_floordiv(edge, length);
    if (range.upper != INT64_MAX && checked_sub(range.upper, residue, &edge))
        q.upper = number_floordiv(edge, length);
    if (q.lower > q.upper) return NULL;
    const char *name = arena_printf(syms->arena, "\1%s %lld %lld", var->name, (long long)length,
                                    (long long)residue);
    const struct sym *sym = sym_var(syms, name);
    sym_mutable(sym)->hidden = true;
    sym_facts_of(syms, sym)->range = q;
    return sym;
}

unsigned sym_signs_at_once(struct syms *syms, const struct sym *sym)
{
    if (sym->kind == SYM_UNKNOWN) return SIGN_ANY;
    struct sym_range range = sym_range(syms, sym);
    struct sym_congruence known = sym_congruence(syms, sym);
    unsigned signs = SIGN_ANY;
    if (range.lower > 0 || range.upper < 0 || (known.modulus > 1 && known.residue))
        signs &= ~(unsigned)SIGN_ZERO;
    if (range.lower >= 0) signs &= ~(unsigned)SIGN_NEGATIVE;
    if (range.upper <= 0) signs &= ~(unsigned)SIGN_POSITIVE;
    return signs;
}

static unsigned signs_without_cases(struct syms *syms, const struct sym *sym, unsigned seen)
{
    unsigned signs = sym_signs_at_once(syms, sym);
    const struct sym *negative = sym_neg(syms, sym);
    // Two signs at once where only one is left to be seen.
    if (signs == SIGN_ANY && seen == SIGN_POSITIVE &&
        sym_nonnegative(syms, sym_add_const(syms, sym, -1)))
        return SIGN_POSITIVE;
    if (signs == SIGN_ANY && seen == SIGN_NEGATIVE &&
        sym_nonnegative(syms, sym_add_const(syms, negative, -1)))
        return SIGN_NEGATIVE;
    if ((signs & ~seen & SIGN_NEGATIVE) && sym_nonnegative(syms, sym))
        signs &= ~(unsigned)SIGN_NEGATIVE;
    if ((signs & ~seen & SIGN_POSITIVE) && sym_nonnegative(syms, negative))
        signs &= ~(unsigned)SIGN_POSITIVE;
    if (signs == (SIGN_ZERO | SIGN_POSITIVE) && !(seen & SIGN_ZERO) &&
        sym_nonnegative(syms, sym_add_const(syms, sym, -1)))
        signs = SIGN_POSITIVE;
    if (signs == (SIGN_ZERO | SIGN_NEGATIVE) && !(seen & SIGN_ZERO) &&
        sym_nonnegative(syms, sym_add_const(syms, negative, -1)))
        signs = SIGN_NEGATIVE;
    return signs;
}

// Does a fact rule out what the symbol is in a case? As a bound of a remainder does.
static bool is_ruled_out(struct syms *syms, const struct sym *var, const struct sym *value)
{
    for (int i = 0; i < syms->told.n; i++) {
        const struct sym *told = syms->told.at[i];
        int64_t number;
        if (told->kind != SYM_MOD || !sym_mentions(told, var)) continue;
        const struct sym *remainder = sym_substitute(syms, told, var, value);
        if (!sym_is_const(remainder, &number)) continue;
        if (number < told->facts->range.lower || number > told->facts->range.upper) return true;
    }
    return false;
}

static unsigned signs_by_cases(struct cases *cases, const struct sym *sym)
{
    struct syms *syms = cases->syms;
    int64_t length;
    unsigned signs = 0, plain = signs_without_cases(syms, sym, cases->seen);
    if ((plain & ~cases->seen) == 0 || (plain & (plain - 1)) == 0) return plain;
    const struct sym *var = choose(syms, sym, &length);
    if (!var || cases->left < length) return plain;
    struct sym_congruence known = sym_congruence(syms, var);
    int64_t step = number_gcd(known.modulus, length);
    for (int64_t r = number_mod(known.residue, step); r < length; r += step) {
        const struct sym *q = quotient_var(syms, var, length, r);
        if (!q) continue;
        const struct sym *value = sym_add_const(syms, sym_mul_const(syms, q, length), r);
        if (is_ruled_out(syms, var, value)) continue;
        cases->left--;
        signs |= signs_by_cases(cases, sym_substitute(syms, sym, var, value));
        // A case that is open as much as the whole is makes the others useless.
        if ((signs & plain) == plain) return plain;
    }
    return signs & plain;
}

unsigned sym_signs(struct syms *syms, const struct sym *sym, unsigned seen)
{
    return signs_by_cases(&(struct cases){syms, seen, MAX_CASES}, sym);
}
