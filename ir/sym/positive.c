// Is an expression never negative? By interval arithmetic after shifting every
// symbol to its lower bound, by the facts that tie symbols together, and by
// replacing quotients, remainders, minima and maxima with what bounds them.

#include "ir/sym/deduce.h"

#define MAX_ROUNDS 6
#define MAX_TRIES 80
#define FEW_ROUNDS 2 // of a first attempt, lest facts that lead on and on use up all tries
#define FEW_TRIES 24
#define TERMS_A_TRY 16 // a longer sum counts as several tries: quotients multiply its terms
#define MAX_TERMS 256

struct attempt {
    struct syms *syms;
    int tries;
};

static bool attempt(struct attempt *, const struct sym *, int rounds);

// Whatever is attempted now fails, so what would be attempted need not be worked out.
static bool is_exhausted(const struct attempt *with)
{
    return with->tries > MAX_TRIES;
}

// The lower bound after each atom is told by what it is above its own: a product of such atoms
// then has none but positive terms where it has no more than its least value.
static int64_t shifted_lower(struct syms *syms, const struct sym *sym)
{
    const struct sym *atoms[MAX_ATOMS], *values[MAX_ATOMS];
    int n = sym_atoms(sym, atoms), n_shifted = 0;
    for (int i = 0; i < n; i++) {
        const struct sym *value = sym_above_lower(syms, atoms[i]);
        if (value == atoms[i]) continue;
        atoms[n_shifted] = atoms[i];
        values[n_shifted++] = value;
    }
    if (!n_shifted) return INT64_MIN;
    const struct sym *shifted = sym_replace_atoms(syms, sym, n_shifted, atoms, values);
    return shifted->kind == SYM_UNKNOWN ? INT64_MIN : sym_range(syms, shifted).lower;
}

// ---- quotients of quotients

// The second divisor by the first, both numbers or products that are at least 1; NULL where it is
// no number and no product, or 1.
static const struct sym *divisor_ratio(struct syms *syms, const struct sym *d, const struct sym *dk)
{
    int64_t first, second;
    if (sym_is_const(d, &first) && sym_is_const(dk, &second))
        return second > first && second % first == 0 ? sym_const(syms, second / first) : NULL;
    const struct sym *ratio = d != dk ? sym_exact_quotient(syms, dk, d) : NULL;
    bool fits = ratio && sym_range(syms, d).lower >= 1 && sym_range(syms, ratio).lower >= 1;
    return fits ? ratio : NULL;
}

// floor((n + c)/(d*k)) = floor((floor(n/d) + c/d)/k): a quotient in terms of a coarser one, so that
// the two are compared without what they are quotients of. NULL where it does not apply.
static const struct sym *in_terms_of(struct syms *syms, const struct sym *fine,
                                     const struct sym *coarse, const struct sym *coarse_value)
{
    int64_t c, d;
    if (fine == coarse || fine->kind != SYM_FLOORDIV || coarse->kind != SYM_FLOORDIV) return NULL;
    if (!sym_is_const(sym_sub(syms, fine->arguments[0], coarse->arguments[0]), &c)) return NULL;
    if (!sym_is_const(coarse->arguments[1], &d)) d = 0;
    if (d ? c % d : c) return NULL;
    const struct sym *ratio = divisor_ratio(syms, coarse->arguments[1], fine->arguments[1]);
    if (!ratio) return NULL;
    return sym_floordiv(syms, sym_add_const(syms, coarse_value, d ? c / d : 0), ratio);
}

static const struct sym *unnest(struct syms *syms, const struct sym *sym)
{
    const struct sym *atoms[MAX_ATOMS], *values[MAX_ATOMS], *wholes[MAX_ATOMS];
    int n = sym_atoms(sym, atoms);
    bool any = false;
    for (int i = 0; i < n; i++) {
        values[i] = atoms[i];
        wholes[i] = sym_stand_in(syms, atoms[i], "all", sym_range(syms, atoms[i]));
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            const struct sym *coarse = wholes[k];
            const struct sym *value = values[k] == atoms[k] || values[k] == coarse
                                          ? in_terms_of(syms, atoms[i], atoms[k], coarse)
                                          : NULL;
            if (!value) continue;
            values[i] = value;
            values[k] = coarse;
            any = true;
        }
    }
    return any ? sym_replace_atoms(syms, sym, n, atoms, values) : sym;
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

// p^e is at least 1 + (p - 1)*e, as each step multiplies what is at least 1 by p.
static bool by_power(struct attempt *with, const struct sym *atom, const struct sym *slope,
                     const struct sym *rest, int rounds)
{
    struct syms *syms = with->syms;
    const struct sym *exponent = atom->arguments[1];
    if (by_end(with, atom, slope, rest, rounds)) return true;
    if (sym_range(syms, slope).lower < 0 || sym_range(syms, exponent).lower < 0) return false;
    const struct sym *least = sym_mul_const(syms, exponent, atom->arguments[0]->number - 1);
    least = sym_mul(syms, slope, sym_add_const(syms, least, 1));
    return attempt(with, sym_add(syms, least, rest), rounds);
}

static bool by_atom(struct attempt *with, const struct sym *sym, const struct sym *atom, int rounds)
{
    const struct sym *slope, *rest;
    if (!sym_split(with->syms, sym, atom, &slope, &rest)) return false;
    switch (atom->kind) {
    case SYM_FLOORDIV: return by_quotient(with, atom, slope, rest, rounds);
    case SYM_MOD: return by_remainder(with, atom, slope, rest, rounds);
    case SYM_POWER: return by_power(with, atom, slope, rest, rounds);
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
    // As a whole first: what is left may be a comparison of quotients.
    if (attempt(with, unnest(syms, sym_sub(syms, sym, fact)), rounds)) return true;
    sym_parts(sym, &mine);
    sym_parts(fact, &its);
    for (int i = 0; i < mine.n; i++) {
        for (int k = 0; k < its.n && !is_exhausted(with); k++) {
            int64_t c = mine.terms[i].coefficient, f = its.terms[k].coefficient;
            const struct sym *times =
                monomial_divide(syms, mine.terms[i].monomial, its.terms[k].monomial);
            if (!times || (c < 0) != (f < 0) || (f == -1 && c == INT64_MIN) || c / f < 1 ||
                sym_range(syms, times).lower < 0)
                continue;
            const struct sym *taken = sym_mul_const(syms, sym_mul(syms, times, fact), c / f);
            if (attempt(with, sym_sub(syms, sym, taken), rounds)) return true;
        }
    }
    return false;
}

static bool by_facts(struct attempt *with, const struct sym *sym, int rounds)
{
    struct syms *syms = with->syms;
    for (int i = 0; i < syms->nonnegative.n && !is_exhausted(with); i++) {
        const struct sym *fact = sym_simplify(syms, syms->nonnegative.at[i]);
        if ((fact->names & sym->names) && by_fact(with, sym, fact, rounds)) return true;
    }
    // A product that was told to be at least something.
    for (int i = 0; i < syms->told.n && !is_exhausted(with); i++) {
        const struct sym *told = syms->told.at[i];
        int64_t lower = told->facts->range.lower;
        if (told->kind != SYM_PRODUCT || !(told->names & sym->names) || lower == INT64_MIN)
            continue;
        const struct sym *fact = sym_sub(syms, sym_simplify(syms, told), sym_const(syms, lower));
        if (by_fact(with, sym, fact, rounds)) return true;
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

// m*r >= k where m is at least 1 and r at least k/m: what is left to prove where the terms of a sum
// share sizes and a number, but for the constant. NULL where they share nothing.
static const struct sym *without_positive(struct syms *syms, const struct sym *sym)
{
    if (sym->kind != SYM_SUM || sym->number >= 0 || sym->number == INT64_MIN) return NULL;
    const struct sym *terms = sym_add_const(syms, sym, -sym->number);
    const struct sym *rest = sym_primitive(syms, terms);
    if (rest == terms || rest->kind == SYM_UNKNOWN) return NULL;
    const struct sym *shared = sym_exact_quotient(syms, terms, rest);
    int64_t least = shared ? sym_range(syms, shared).lower : 0;
    return least < 1 ? NULL : sym_add_const(syms, rest, number_floordiv(sym->number, least));
}

static bool attempt(struct attempt *with, const struct sym *sym, int rounds)
{
    struct syms *syms = with->syms;
    int n_terms = sym->kind == SYM_SUM ? sym->n : 1;
    with->tries += 1 + n_terms / TERMS_A_TRY;
    if (sym->kind == SYM_UNKNOWN || is_exhausted(with) || n_terms > MAX_TERMS) return false;
    sym = without_common(syms, sym);
    if (sym_range(syms, sym).lower >= 0 || shifted_lower(syms, sym) >= 0) return true;
    if (sym_single_nonnegative(syms, sym)) return true;
    if (rounds == 0 || sym->kind == SYM_CONST) return false;
    if (by_facts(with, sym, rounds - 1)) return true;
    const struct sym *atoms[MAX_ATOMS];
    int n = sym_atoms(sym, atoms);
    // Quotients and the like first: a symbol put at its bound is lost inside of them.
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n && !is_exhausted(with); i++)
            if ((atoms[i]->kind == SYM_VAR) == (pass == 1) &&
                by_atom(with, sym, atoms[i], rounds - 1))
                return true;
    return false;
}

// At least what a fact says of it: seen at once, however many other facts there are to be tried.
static bool is_told(struct syms *syms, const struct sym *sym)
{
    for (int i = 0; i < syms->nonnegative.n; i++) {
        const struct sym *fact = sym_simplify(syms, syms->nonnegative.at[i]);
        if ((fact->names & sym->names) == fact->names &&
            sym_range(syms, sym_sub(syms, sym, fact)).lower >= 0)
            return true;
    }
    return false;
}

bool sym_nonnegative(struct syms *syms, const struct sym *sym)
{
    struct attempt with = {.syms = syms};
    struct attempt shortly = {.syms = syms, .tries = MAX_TRIES - FEW_TRIES};
    if (sym->kind == SYM_UNKNOWN) return false;
    if (is_told(syms, sym)) return true;
    if (sym_coarse_nonnegative(syms, without_common(syms, sym))) return true;
    const struct sym *plain = unnest(syms, without_common(syms, sym));
    const struct sym *factored = without_positive(syms, plain);
    struct attempt first = {.syms = syms, .tries = MAX_TRIES - FEW_TRIES};
    if (factored && attempt(&first, factored, FEW_ROUNDS)) return true;
    if (syms->nonnegative.n && attempt(&shortly, plain, FEW_ROUNDS)) return true;
    if (attempt(&with, plain, MAX_ROUNDS)) return true;
    return plain != sym && plain != without_common(syms, sym) && attempt(&with, sym, MAX_ROUNDS);
}

const struct sym *sym_primitive(struct syms *syms, const struct sym *sym)
{
    if (sym->kind == SYM_UNKNOWN || sym->kind == SYM_CONST) return sym;
    sym = without_common(syms, sym);
    struct sym_parts parts;
    sym_parts(sym, &parts);
    int64_t gcd = parts.constant;
    for (int i = 0; i < parts.n; i++) gcd = number_gcd(gcd, parts.terms[i].coefficient);
    if (gcd <= 1) return sym;
    const struct sym *quotient = sym_exact_quotient(syms, sym, sym_const(syms, gcd));
    return quotient ? quotient : sym;
}

void sym_sides(struct syms *syms, const struct sym *a, const struct sym *b, const struct sym **left,
               const struct sym **right)
{
    const struct sym *difference = sym_sub(syms, sym_simplify(syms, a), sym_simplify(syms, b));
    *left = a;
    *right = b;
    if (difference->kind == SYM_UNKNOWN) return;
    struct sym_parts parts;
    sym_parts(sym_primitive(syms, difference), &parts);
    bool extreme = parts.constant == INT64_MIN;
    for (int i = 0; i < parts.n; i++) extreme |= parts.terms[i].coefficient == INT64_MIN;
    if (extreme) return; // it has no opposite
    struct poly *more = poly_open(syms), *less = poly_open(syms);
    poly_add(parts.constant > 0 ? more : less, 1,
             sym_const(syms, parts.constant > 0 ? parts.constant : -parts.constant));
    for (int i = 0; i < parts.n; i++) {
        int64_t coefficient = parts.terms[i].coefficient;
        if (coefficient > 0)
            poly_add(more, coefficient, parts.terms[i].monomial);
        else
            poly_add(less, -coefficient, parts.terms[i].monomial);
    }
    *left = poly_close(more);
    *right = poly_close(less);
}
