// What is known of the symbols. A fact about one symbol, atom or monomial is
// kept with it; one that ties several together is kept in a list for the
// prover. Every fact starts a new generation: what was derived before it is
// derived again.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

#include <string.h>

struct sym_facts *sym_facts_of(struct syms *syms, const struct sym *sym)
{
    if (!sym->facts) {
        struct sym_facts *facts = arena_new(syms->arena, struct sym_facts);
        facts->range = (struct sym_range){sym->kind == SYM_VAR ? 0 : INT64_MIN, INT64_MAX};
        facts->congruence = (struct sym_congruence){1, 0};
        sym_mutable(sym)->facts = facts;
        if (!sym->hidden) *vec_push(syms->arena, &syms->told) = sym;
    }
    return sym->facts;
}

static bool contradict(struct syms *syms, const struct sym *sym, const char *what)
{
    if (!syms->contradiction)
        syms->contradiction = arena_printf(syms->arena, "contradictory facts: %s %s",
                                           sym_string(syms->arena, sym), what);
    return false;
}

uint32_t syms_generation(const struct syms *syms)
{
    return syms->generation;
}

// The facts of `sym` were changed: do they still agree?
static bool changed(struct syms *syms, const struct sym *sym)
{
    syms->generation++;
    struct sym_range range = sym_range(syms, sym);
    if (range.lower > range.upper) return contradict(syms, sym, "has no value left");
    return !syms->contradiction;
}

void sym_allow_negative(struct syms *syms, const struct sym *var)
{
    sym_facts_of(syms, var)->range.lower = INT64_MIN;
    changed(syms, var);
}

bool sym_told_divides(const struct syms *syms, const struct sym *divisor, const struct sym *value)
{
    for (int i = 0; i < syms->divides.n; i++) {
        const struct sym_divides *fact = &syms->divides.at[i];
        if (fact->divisor != divisor) continue;
        if (fact->value == value || sym_exact_quotient(value->owner, value, fact->value))
            return true;
    }
    return false;
}

// ---- bounds

static bool assume_nonnegative(struct syms *, const struct sym *);

static bool bound_atom(struct syms *syms, const struct sym *atom, int64_t lower, int64_t upper)
{
    struct sym_facts *facts = sym_facts_of(syms, atom);
    if (lower > facts->range.lower) facts->range.lower = lower;
    if (upper < facts->range.upper) facts->range.upper = upper;
    return changed(syms, atom);
}

// A bound of a quotient bounds its numerator, one of a minimum all that it is taken of.
static bool bound_through(struct syms *syms, const struct sym *atom, int64_t lower, int64_t upper)
{
    int64_t b, edge;
    bool agree = true;
    if (atom->kind == SYM_FLOORDIV && sym_is_const(atom->arguments[1], &b)) {
        if (lower != INT64_MIN && checked_mul(lower, b, &edge))
            agree = sym_assume_at_least(syms, atom->arguments[0], edge);
        if (upper != INT64_MAX && checked_mul(upper, b, &edge) && checked_add(edge, b - 1, &edge))
            agree = sym_assume_at_most(syms, atom->arguments[0], edge) && agree;
    } else if (atom->kind == SYM_MIN && lower != INT64_MIN) {
        for (int i = 0; i < atom->n; i++)
            agree = sym_assume_at_least(syms, atom->arguments[i], lower) && agree;
    } else if (atom->kind == SYM_MAX && upper != INT64_MAX) {
        for (int i = 0; i < atom->n; i++)
            agree = sym_assume_at_most(syms, atom->arguments[i], upper) && agree;
    } else if (atom->kind == SYM_PRODUCT && lower >= 1) {
        // A product of sizes is positive when all of them are.
        for (int i = 0; i < atom->n; i++)
            if (sym_range(syms, atom->factors[i].atom).lower == 0)
                agree = sym_assume_at_least(syms, atom->factors[i].atom, 1) && agree;
    }
    return agree;
}

static bool assume_bounds(struct syms *syms, const struct sym *atom, int64_t lower, int64_t upper)
{
    bool agree = bound_atom(syms, atom, lower, upper);
    return bound_through(syms, atom, lower, upper) && agree;
}

// coefficient * monomial >= least
static bool assume_term(struct syms *syms, const struct sym_term *term, int64_t least)
{
    int64_t c = term->coefficient;
    if (least == INT64_MIN || c == INT64_MIN) return true;
    if (c > 0) return assume_bounds(syms, term->monomial, -number_floordiv(-least, c), INT64_MAX);
    return assume_bounds(syms, term->monomial, INT64_MIN, number_floordiv(-least, -c));
}

// Each term of a sum that is not negative is at least what the others cannot make up for.
static bool propagate(struct syms *syms, const struct sym *sum)
{
    bool agree = true;
    for (int i = 0; i < sum->n && agree; i++) {
        int64_t others = sum->number, least;
        for (int k = 0; k < sum->n; k++)
            if (k != i)
                others = bound_add(
                    range_scale(sym_range(syms, sum->terms[k].monomial), sum->terms[k].coefficient)
                        .upper,
                    others);
        if (others != INT64_MAX && others != INT64_MIN && checked_sub(0, others, &least))
            agree = assume_term(syms, &sum->terms[i], least);
    }
    return agree;
}

static bool assume_nonnegative(struct syms *syms, const struct sym *sym)
{
    int64_t least;
    if (syms->contradiction || sym->kind == SYM_UNKNOWN) return !syms->contradiction;
    struct sym_range range = sym_range(syms, sym);
    if (range.lower >= 0) return true;
    if (range.upper < 0) return contradict(syms, sym, "is negative");
    struct sym_parts parts;
    sym_parts(sym, &parts);
    if (parts.n == 1)
        return checked_sub(0, parts.constant, &least) ? assume_term(syms, parts.terms, least)
                                                      : true;
    for (int i = 0; i < syms->nonnegative.n; i++)
        if (syms->nonnegative.at[i] == sym) return true;
    // L <= 8*(L/8) says that 8 divides L: what is not positive and not negative is zero.
    if (sym_has(sym, SYM_FLOORDIV) && sym_nonnegative(syms, sym_neg(syms, sym)))
        return sym_assume_equal(syms, sym, sym_const(syms, 0));
    *vec_push(syms->arena, &syms->nonnegative) = sym;
    syms->generation++;
    return propagate(syms, sym);
}

bool sym_assume_at_least(struct syms *syms, const struct sym *sym, int64_t minimum)
{
    const struct sym *bound = sym_const(syms, minimum);
    return assume_nonnegative(syms, sym_sub(syms, sym_simplify(syms, sym), bound));
}

bool sym_assume_at_most(struct syms *syms, const struct sym *sym, int64_t maximum)
{
    const struct sym *bound = sym_const(syms, maximum);
    return assume_nonnegative(syms, sym_sub(syms, bound, sym_simplify(syms, sym)));
}

// ---- divisibility

// x with c*x = 1 (mod b), for c and b without a common factor.
static int64_t inverse(int64_t c, int64_t b)
{
    int64_t r0 = b, r1 = number_mod(c, b), t0 = 0, t1 = 1;
    while (r1 > 1) {
        int64_t q = r0 / r1, r = r0 % r1, t = t0 - q * t1;
        r0 = r1;
        r1 = r;
        t0 = t1;
        t1 = t;
    }
    return number_mod(t1, b);
}

__extension__ typedef unsigned __int128 wide;

static int64_t mul_mod(int64_t a, int64_t b, int64_t modulus)
{
    return (int64_t)((wide)a * (wide)b % (wide)modulus);
}

// value = residue (mod b)
static bool assume_congruent(struct syms *syms, const struct sym *value, int64_t b, int64_t residue)
{
    struct sym_parts parts;
    sym_parts(value, &parts);
    if (parts.n != 1) {
        const struct sym *multiple = sym_add_const(syms, value, -residue);
        *vec_push(syms->arena, &syms->divides) = (struct sym_divides){sym_const(syms, b), multiple};
        syms->generation++;
        return true;
    }
    int64_t c = number_mod(parts.terms->coefficient, b), g = number_gcd(c, b);
    int64_t right = number_mod(residue - number_mod(parts.constant, b), b);
    if (right % g) return contradict(syms, value, "is not divisible as was told");
    b /= g;
    if (b == 1) return true;
    int64_t value_of = mul_mod(right / g, inverse(c / g, b), b);
    const struct sym *monomial = parts.terms->monomial;
    struct sym_facts *facts = sym_facts_of(syms, monomial);
    bool agree;
    facts->congruence =
        congruence_meet(facts->congruence, (struct sym_congruence){b, value_of}, &agree);
    if (!agree) return contradict(syms, monomial, "is not divisible as was told");
    return changed(syms, monomial);
}

// coefficient * (a mod b) + constant = 0
static bool assume_remainder(struct syms *syms, const struct sym_parts *parts)
{
    const struct sym *mod = parts->terms->monomial, *b = mod->arguments[1];
    int64_t c = parts->terms->coefficient;
    if (c == -1 || c == INT64_MIN || parts->constant % c)
        return c == -1 ? assume_congruent(syms, mod->arguments[0], b->number, parts->constant)
                       : contradict(syms, mod, "cannot be what was told");
    int64_t remainder = -(parts->constant / c);
    if (remainder < 0 || remainder >= b->number)
        return contradict(syms, mod, "cannot be what was told");
    return assume_congruent(syms, mod->arguments[0], b->number, remainder);
}

bool sym_assume_divides(struct syms *syms, int64_t divisor, const struct sym *sym)
{
    if (divisor == INT64_MIN || syms->contradiction) return !syms->contradiction;
    const struct sym *value = sym_simplify(syms, sym);
    if (divisor == 0) return sym_assume_equal(syms, value, sym_const(syms, 0));
    return sym_assume_equal(syms,
                            sym_mod(syms, value, sym_const(syms, divisor < 0 ? -divisor : divisor)),
                            sym_const(syms, 0));
}

// ---- equality

// Symbols that are better replaced come first: longer names, then later ones.
static bool rather_replace(const struct sym *a, const struct sym *b)
{
    size_t la = strlen(a->name), lb = strlen(b->name);
    return la != lb ? la > lb : strcmp(a->name, b->name) > 0;
}

// What is known of the symbol holds of its value.
static bool define(struct syms *syms, const struct sym *var, const struct sym *value)
{
    struct sym_facts *facts = sym_facts_of(syms, var);
    struct sym_facts old = *facts;
    facts->equal = value;
    bool agree = changed(syms, var);
    if (old.range.lower != INT64_MIN)
        agree = sym_assume_at_least(syms, value, old.range.lower) && agree;
    if (old.range.upper != INT64_MAX)
        agree = sym_assume_at_most(syms, value, old.range.upper) && agree;
    if (old.congruence.modulus > 1)
        agree = sym_assume_divides(syms, old.congruence.modulus,
                                   sym_add_const(syms, value, -old.congruence.residue)) &&
                agree;
    return agree;
}

// Finds the symbol that a sum that is zero defines: one that occurs in one term
// only, by itself. With a coefficient of 1 if there is such a one.
static const struct sym_term *defined_term(const struct sym *sum, const struct sym *preferred)
{
    const struct sym_term *best = NULL;
    for (int i = 0; i < sum->n; i++) {
        const struct sym_term *term = &sum->terms[i];
        bool alone = term->monomial->kind == SYM_VAR;
        for (int k = 0; k < sum->n && alone; k++)
            alone = k == i || !sym_mentions(sum->terms[k].monomial, term->monomial);
        if (!alone || term->coefficient == INT64_MIN) continue;
        int64_t size = term->coefficient < 0 ? -term->coefficient : term->coefficient;
        int64_t best_size = !best                   ? INT64_MAX
                            : best->coefficient < 0 ? -best->coefficient
                                                    : best->coefficient;
        if (term->monomial == preferred && size == 1) return term;
        if (size < best_size ||
            (size == best_size && best && rather_replace(term->monomial, best->monomial)))
            best = term;
    }
    return best;
}

static bool assume_sum_zero(struct syms *syms, const struct sym *sum, const struct sym *preferred)
{
    const struct sym_term *term = defined_term(sum, preferred);
    const struct sym *divisor, *dividend;
    int64_t number;
    if (!term && sym_says_divides(syms, sum, sym_const(syms, 0), &divisor, &dividend) &&
        sym_is_const(divisor, &number))
        return sym_assume_divides(syms, number, dividend);
    if (!term) {
        *vec_push(syms->arena, &syms->zero) = sum;
        syms->generation++;
        return true;
    }
    int64_t c = term->coefficient;
    const struct sym *var = term->monomial;
    const struct sym *rest = sym_sub(syms, sym_mul_const(syms, var, c), sum);
    if (c < 0) {
        rest = sym_neg(syms, rest);
        c = -c;
    }
    if (rest->kind == SYM_UNKNOWN) return true;
    if (c > 1 && !sym_assume_divides(syms, c, rest)) return false;
    return define(syms, var, sym_floordiv_const(syms, sym_simplify(syms, rest), c));
}

// coefficient * atom + constant = 0
static bool assume_atom(struct syms *syms, const struct sym_parts *parts)
{
    int64_t c = parts->terms->coefficient, value;
    const struct sym *atom = parts->terms->monomial;
    if (atom->kind == SYM_MOD && atom->arguments[1]->kind == SYM_CONST)
        return assume_remainder(syms, parts);
    if (atom->kind == SYM_MOD && parts->constant == 0) {
        *vec_push(syms->arena, &syms->divides) =
            (struct sym_divides){atom->arguments[1], atom->arguments[0]};
        syms->generation++;
        return true;
    }
    if (!checked_sub(0, parts->constant, &value)) return true;
    if (c == -1)
        value = parts->constant;
    else if (value % c)
        return contradict(syms, atom, "cannot be what was told");
    else
        value /= c;
    return assume_bounds(syms, atom, value, value);
}

bool sym_assume_equal(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const struct sym *difference = sym_sub(syms, sym_simplify(syms, a), sym_simplify(syms, b));
    if (syms->contradiction || difference->kind == SYM_UNKNOWN) return !syms->contradiction;
    struct sym_parts parts;
    sym_parts(difference, &parts);
    if (parts.n == 0)
        return parts.constant == 0 || contradict(syms, sym_sub(syms, a, b), "is not zero");
    struct sym_range range = sym_range(syms, difference);
    if (range.lower > 0 || range.upper < 0) return contradict(syms, difference, "is not zero");
    if (parts.n == 1) return assume_atom(syms, &parts);
    return assume_sum_zero(syms, difference, a->kind == SYM_VAR ? a : b);
}
