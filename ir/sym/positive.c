// Is an expression never negative? By interval arithmetic after shifting every
// symbol to its lower bound, by the facts that tie symbols together, and by
// replacing quotients, remainders, minima and maxima with what bounds them.

#include "ir/base/checked.h"
#include "ir/sym/expression.h"

#define MAX_ROUNDS 6
#define MAX_TRIES 150

struct attempt {
    struct syms *syms;
    int tries;
};

static bool attempt(struct attempt *, const struct sym *, int rounds);

bool sym_split(struct syms *syms, const struct sym *sym, const struct sym *atom,
               const struct sym **slope, const struct sym **rest)
{
    struct sym_parts parts;
    sym_parts(sym, &parts);
    struct poly *with = poly_open(syms), *without = poly_open(syms);
    bool linear = true;
    poly_add(without, parts.constant, sym_const(syms, 1));
    for (int i = 0; i < parts.n; i++) {
        const struct sym_term *term = &parts.terms[i];
        const struct sym *once = monomial_divide(syms, term->monomial, atom);
        linear = linear && !(once && once->kind != SYM_CONST && monomial_divide(syms, once, atom));
        poly_add(once ? with : without, term->coefficient, once ? once : term->monomial);
    }
    *slope = poly_close(with);
    *rest = poly_close(without);
    return linear && (*slope)->kind != SYM_UNKNOWN && (*rest)->kind != SYM_UNKNOWN;
}

// ---- shifting

static const struct sym *hidden_var(struct syms *syms, const struct sym *var)
{
    const char *name = arena_printf(syms->arena, "\1%s above", var->name);
    const struct sym *shifted = sym_var(syms, name);
    sym_mutable(shifted)->hidden = true;
    return shifted;
}

// The lower bound after var = lower + var' for each symbol with a bound other than zero: a product
// of such symbols then has none but positive terms where it has no more than its least value.
static int64_t shifted_lower(struct syms *syms, const struct sym *sym)
{
    const struct sym **vars, *shifted = sym;
    int n = sym_vars(syms->arena, sym, &vars);
    for (int i = 0; i < n; i++) {
        int64_t lower = sym_range(syms, vars[i]).lower;
        if (lower == 0 || lower == INT64_MIN || vars[i]->hidden) continue;
        const struct sym *value = sym_add_const(syms, hidden_var(syms, vars[i]), lower);
        shifted = sym_substitute(syms, shifted, vars[i], value);
    }
    return shifted->kind == SYM_UNKNOWN ? INT64_MIN : sym_range(syms, shifted).lower;
}

// ---- what bounds an atom

// slope * floor(a/b) + rest >= 0, from a - b + 1 <= b * floor(a/b) <= a for b > 0.
static bool by_quotient(struct attempt *with, const struct sym *atom, const struct sym *slope,
                        const struct sym *rest, int rounds)
{
    struct syms *syms = with->syms;
    const struct sym *a = atom->arguments[0], *b = atom->arguments[1];
    if (sym_range(syms, b).lower < 0) return false;
    if (sym_range(syms, slope).lower >= 0)
        a = sym_add_const(syms, sym_sub(syms, a, b), 1);
    else if (sym_range(syms, slope).upper > 0)
        return false;
    const struct sym *bound = sym_add(syms, sym_mul(syms, slope, a), sym_mul(syms, rest, b));
    return attempt(with, bound, rounds);
}

// slope * (a mod b) + rest >= 0, from 0 <= a mod b <= b - 1 and, where a >= 0, a mod b <= a.
static bool by_remainder(struct attempt *with, const struct sym *atom, const struct sym *slope,
                         const struct sym *rest, int rounds)
{
    struct syms *syms = with->syms;
    const struct sym *a = atom->arguments[0], *b = atom->arguments[1];
    if (sym_range(syms, b).lower < 0) return false;
    if (sym_range(syms, slope).lower >= 0) return attempt(with, rest, rounds);
    if (sym_range(syms, slope).upper > 0) return false;
    const struct sym *most = sym_mul(syms, slope, sym_add_const(syms, b, -1));
    if (attempt(with, sym_add(syms, most, rest), rounds)) return true;
    return sym_range(syms, a).lower >= 0 &&
           attempt(with, sym_add(syms, sym_mul(syms, slope, a), rest), rounds);
}

// slope * min(...) + rest >= 0: for a positive slope all arguments must do, for a negative one any.
static bool by_choice(struct attempt *with, const struct sym *atom, const struct sym *slope,
                      const struct sym *rest, int rounds)
{
    struct syms *syms = with->syms;
    bool positive = sym_range(syms, slope).lower >= 0;
    bool all = positive == (atom->kind == SYM_MIN);
    if (!positive && sym_range(syms, slope).upper > 0) return false;
    for (int i = 0; i < atom->n; i++) {
        const struct sym *term = sym_mul(syms, slope, atom->arguments[i]);
        if (attempt(with, sym_add(syms, term, rest), rounds) != all) return !all;
    }
    return all;
}

// A symbol that the expression grows (or falls) with has its least effect at a bound.
static bool by_end(struct attempt *with, const struct sym *var, const struct sym *slope,
                   const struct sym *rest, int rounds)
{
    struct syms *syms = with->syms;
    struct sym_range range = sym_range(syms, var);
    if (sym_mentions(slope, var) || sym_mentions(rest, var)) return false;
    int64_t end = sym_range(syms, slope).lower >= 0 ? range.lower : range.upper;
    if ((end == range.upper && sym_range(syms, slope).upper > 0) || end == INT64_MIN ||
        end == INT64_MAX)
        return false;
    return attempt(with, sym_add(syms, sym_mul_const(syms, slope, end), rest), rounds);
}

static bool by_atom(struct attempt *with, const struct sym *sym, const struct sym *atom, int rounds)
{
    const struct sym *slope, *rest;
    if (!sym_split(with->syms, sym, atom, &slope, &rest)) return false;
    switch (atom->kind) {
    case SYM_FLOORDIV: return by_quotient(with, atom, slope, rest, rounds);
    case SYM_MOD: return by_remainder(with, atom, slope, rest, rounds);
    case SYM_MIN:
    case SYM_MAX: return by_choice(with, atom, slope, rest, rounds);
    default: return by_end(with, atom, slope, rest, rounds);
    }
}

// ---- the facts that tie symbols together

// sym - k * M * fact, with the fact's first term that divides a term of sym cancelled.
static bool by_fact(struct attempt *with, const struct sym *sym, const struct sym *fact, int rounds)
{
    struct syms *syms = with->syms;
    struct sym_parts mine, its;
    sym_parts(sym, &mine);
    sym_parts(fact, &its);
    for (int i = 0; i < mine.n; i++) {
        for (int k = 0; k < its.n; k++) {
            int64_t c = mine.terms[i].coefficient, f = its.terms[k].coefficient;
            const struct sym *times =
                monomial_divide(syms, mine.terms[i].monomial, its.terms[k].monomial);
            if (!times || (c < 0) != (f < 0) || c / f < 1 || sym_range(syms, times).lower < 0)
                continue;
            const struct sym *taken = sym_mul_const(syms, sym_mul(syms, times, fact), c / f);
            if (attempt(with, sym_sub(syms, sym, taken), rounds)) return true;
        }
    }
    return false;
}

static bool by_facts(struct attempt *with, const struct sym *sym, int rounds)
{
    for (int i = 0; i < with->syms->nonnegative.n; i++) {
        const struct sym *fact = sym_simplify(with->syms, with->syms->nonnegative.at[i]);
        if ((fact->names & sym->names) && by_fact(with, sym, fact, rounds)) return true;
    }
    return false;
}

// ---- all together

// Without the sizes that all terms share: they cannot make it negative.
static const struct sym *without_common(struct syms *syms, const struct sym *sym)
{
    if (sym->kind != SYM_SUM || sym->number) return sym;
    const struct sym *common = sym->terms[0].monomial;
    for (int i = 1; i < sym->n && common->kind != SYM_CONST; i++)
        common = monomial_gcd(syms, common, sym->terms[i].monomial);
    if (common->kind == SYM_CONST || sym_range(syms, common).lower < 0) return sym;
    const struct sym *rest = sym_exact_quotient(syms, sym, common);
    return rest ? rest : sym;
}

static bool attempt(struct attempt *with, const struct sym *sym, int rounds)
{
    struct syms *syms = with->syms;
    if (sym->kind == SYM_UNKNOWN || ++with->tries > MAX_TRIES) return false;
    sym = without_common(syms, sym);
    if (sym_range(syms, sym).lower >= 0 || shifted_lower(syms, sym) >= 0) return true;
    if (rounds == 0 || sym->kind == SYM_CONST) return false;
    if (by_facts(with, sym, rounds - 1)) return true;
    struct sym_parts parts;
    sym_parts(sym, &parts);
    // Quotients and the like first: a symbol put at its bound is lost inside of them.
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < parts.n; i++) {
            struct sym_factor single;
            const struct sym_factor *factors;
            int n = sym_factors(parts.terms[i].monomial, &single, &factors);
            for (int k = 0; k < n; k++)
                if ((factors[k].atom->kind == SYM_VAR) == (pass == 1) &&
                    by_atom(with, sym, factors[k].atom, rounds - 1))
                    return true;
        }
    }
    return false;
}

bool sym_nonnegative(struct syms *syms, const struct sym *sym)
{
    struct attempt with = {.syms = syms};
    return attempt(&with, sym, MAX_ROUNDS);
}

void sym_sides(struct syms *syms, const struct sym *a, const struct sym *b, const struct sym **left,
               const struct sym **right)
{
    const struct sym *difference = sym_sub(syms, sym_simplify(syms, a), sym_simplify(syms, b));
    *left = a;
    *right = b;
    if (difference->kind == SYM_UNKNOWN) return;
    difference = without_common(syms, difference);
    struct sym_parts parts;
    sym_parts(difference, &parts);
    int64_t gcd = parts.constant;
    for (int i = 0; i < parts.n; i++) gcd = number_gcd(gcd, parts.terms[i].coefficient);
    if (gcd == 0 || gcd == INT64_MIN) gcd = 1;
    if (gcd < 0) gcd = -gcd;
    struct poly *more = poly_open(syms), *less = poly_open(syms);
    int64_t constant = parts.constant / gcd;
    poly_add(constant > 0 ? more : less, constant > 0 ? constant : -constant, sym_const(syms, 1));
    for (int i = 0; i < parts.n; i++) {
        int64_t coefficient = parts.terms[i].coefficient / gcd;
        if (coefficient > 0)
            poly_add(more, coefficient, parts.terms[i].monomial);
        else
            poly_add(less, -coefficient, parts.terms[i].monomial);
    }
    *left = poly_close(more);
    *right = poly_close(less);
}
