// What the facts say of an expression as a number: the interval it lies in,
// and its residue.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

// ---- numbers with infinities

int64_t bound_add(int64_t a, int64_t b)
{
    int64_t sum;
    if (a == INT64_MIN || b == INT64_MIN) return INT64_MIN;
    if (a == INT64_MAX || b == INT64_MAX) return INT64_MAX;
    if (checked_add(a, b, &sum)) return sum;
    return a < 0 ? INT64_MIN : INT64_MAX;
}

// 0 times infinity is 0 here: the infinite end stands for large numbers, of which 0 times any is 0.
int64_t bound_mul(int64_t a, int64_t b)
{
    int64_t product;
    if (a == 0 || b == 0) return 0;
    bool infinite = a == INT64_MIN || b == INT64_MIN || a == INT64_MAX || b == INT64_MAX;
    if (!infinite && checked_mul(a, b, &product)) return product;
    return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

// A lower bound beyond 63 bits is no infinity: what is added later may bring the sum back below it.
// So it becomes a number, which holds as well; likewise an upper one.
static struct sym_range range_of(int64_t lower, int64_t upper)
{
    return (struct sym_range){smaller(lower, INT64_MAX - 1), larger(upper, INT64_MIN + 1)};
}

struct sym_range range_scale(struct sym_range range, int64_t factor)
{
    int64_t a = bound_mul(range.lower, factor), b = bound_mul(range.upper, factor);
    return range_of(smaller(a, b), larger(a, b));
}

// The extremes of a product lie at the ends of its factors.
static struct sym_range range_mul(struct sym_range a, struct sym_range b)
{
    struct sym_range low = range_scale(b, a.lower), high = range_scale(b, a.upper);
    return (struct sym_range){smaller(low.lower, high.lower), larger(low.upper, high.upper)};
}

// By an infinite divisor: as near to 0 as floor lets it come.
static int64_t bound_floordiv(int64_t a, int64_t b)
{
    if (a == INT64_MIN || a == INT64_MAX) return a;
    return b == INT64_MAX ? (a < 0 ? -1 : 0) : number_floordiv(a, b);
}

// ---- intervals

static const struct sym_range anything = {INT64_MIN, INT64_MAX};

// Term by term: that two terms have a symbol in common is not seen here, but in positive.c.
static struct sym_range range_of_sum(struct syms *syms, const struct sym *sym)
{
    struct sym_range sum = range_of(sym->number, sym->number);
    for (int i = 0; i < sym->n; i++) {
        struct sym_range term =
            range_scale(sym_range(syms, sym->terms[i].monomial), sym->terms[i].coefficient);
        sum = range_of(bound_add(sum.lower, term.lower), bound_add(sum.upper, term.upper));
    }
    return sum;
}

// An even power is never negative, whatever its base.
static struct sym_range range_of_product(struct syms *syms, const struct sym *sym)
{
    if (sym->number != 1) return range_scale(sym_range(syms, sym->monomial), sym->number);
    struct sym_range product = {1, 1};
    for (int i = 0; i < sym->n; i++) {
        struct sym_range atom = sym_range(syms, sym->factors[i].atom), power = {1, 1};
        for (int k = 0; k < sym->factors[i].power && k < 64; k++) power = range_mul(power, atom);
        if (sym->factors[i].power % 2 == 0) power.lower = larger(power.lower, 0);
        if (sym->factors[i].power > 64)
            power = (struct sym_range){atom.lower >= 0 ? 0 : INT64_MIN, INT64_MAX};
        product = range_mul(product, power);
    }
    return product;
}

// A divisor is not zero where the division has a value, so one that is at least 0 is at least 1.
static struct sym_range range_of_floordiv(struct syms *syms, const struct sym *sym)
{
    struct sym_range a = sym_range(syms, sym->arguments[0]);
    struct sym_range b = sym_range(syms, sym->arguments[1]);
    if (b.lower < 0) return anything;
    b.lower = larger(b.lower, 1);
    b.upper = larger(b.upper, 1);
    return (struct sym_range){
        bound_floordiv(a.lower, a.lower < 0 ? b.lower : b.upper),
        bound_floordiv(a.upper, a.upper < 0 ? b.upper : b.lower),
    };
}

static struct sym_range range_of_mod(struct syms *syms, const struct sym *sym)
{
    struct sym_range a = sym_range(syms, sym->arguments[0]);
    struct sym_range b = sym_range(syms, sym->arguments[1]);
    if (b.lower < 0) return anything;
    int64_t most = b.upper == INT64_MAX ? INT64_MAX : larger(b.upper, 1) - 1;
    if (a.lower >= 0) most = smaller(most, a.upper);
    return (struct sym_range){0, most};
}

// Exponents are >= 0 wherever a power is defined.
static struct sym_range range_of_power(struct syms *syms, const struct sym *sym)
{
    int64_t base = sym->arguments[0]->number;
    struct sym_range exponent = sym_range(syms, sym->arguments[1]);
    struct sym_range range = {1, 1};
    for (int64_t i = 0; i < exponent.lower && range.lower < INT64_MAX; i++)
        range.lower = bound_mul(range.lower, base);
    for (int64_t i = 0; i < exponent.upper && range.upper < INT64_MAX; i++)
        range.upper = bound_mul(range.upper, base);
    return range_of(range.lower, range.upper);
}

// The minimum is no more than each of its arguments, and at least the least of their lower bounds.
static struct sym_range range_of_choice(struct syms *syms, const struct sym *sym)
{
    struct sym_range range = sym_range(syms, sym->arguments[0]);
    for (int i = 1; i < sym->n; i++) {
        struct sym_range next = sym_range(syms, sym->arguments[i]);
        bool least = sym->kind == SYM_MIN;
        range.lower = least ? smaller(range.lower, next.lower) : larger(range.lower, next.lower);
        range.upper = least ? smaller(range.upper, next.upper) : larger(range.upper, next.upper);
    }
    return range;
}

// A symbol without facts is a size: no less than 0.
static struct sym_range range_by_kind(struct syms *syms, const struct sym *sym)
{
    switch (sym->kind) {
    case SYM_CONST: return (struct sym_range){sym->number, sym->number};
    case SYM_VAR: return sym->facts ? anything : (struct sym_range){0, INT64_MAX};
    case SYM_SUM: return range_of_sum(syms, sym);
    case SYM_PRODUCT: return range_of_product(syms, sym);
    case SYM_FLOORDIV: return range_of_floordiv(syms, sym);
    case SYM_MOD: return range_of_mod(syms, sym);
    case SYM_POWER: return range_of_power(syms, sym);
    case SYM_MIN:
    case SYM_MAX: return range_of_choice(syms, sym);
    case SYM_UNKNOWN: break;
    }
    return anything;
}

// ---- residues

static const struct sym_congruence no_congruence = {1, 0};

// The congruence with its residue in [0, modulus).
static struct sym_congruence congruence(int64_t modulus, int64_t residue)
{
    if (modulus == 0) return (struct sym_congruence){0, residue};
    return (struct sym_congruence){modulus, number_mod(residue, modulus)};
}

// Coefficients multiply modulus and residue alike.
static struct sym_congruence congruence_scale(struct sym_congruence a, int64_t factor)
{
    int64_t modulus, residue;
    if (!checked_mul(a.modulus, factor, &modulus) || !checked_mul(a.residue, factor, &residue) ||
        modulus == INT64_MIN)
        return no_congruence;
    return congruence(modulus < 0 ? -modulus : modulus, residue);
}

// Only a common divisor of both moduli survives.
static struct sym_congruence congruence_add(struct sym_congruence a, struct sym_congruence b)
{
    int64_t residue;
    if (!checked_add(a.residue, b.residue, &residue)) return no_congruence;
    return congruence(number_gcd(a.modulus, b.modulus), residue);
}

// (ra + ma*i)(rb + mb*k): everything but ra*rb is a multiple of the three other products' gcd.
static struct sym_congruence congruence_mul(struct sym_congruence a, struct sym_congruence b)
{
    int64_t residue, ab, ba, both;
    if (!checked_mul(a.residue, b.residue, &residue) || !checked_mul(a.modulus, b.residue, &ab) ||
        !checked_mul(b.modulus, a.residue, &ba) || !checked_mul(a.modulus, b.modulus, &both))
        return no_congruence;
    return congruence(number_gcd(number_gcd(ab, ba), both), residue);
}

// Either of the two.
static struct sym_congruence congruence_join(struct sym_congruence a, struct sym_congruence b)
{
    int64_t difference;
    if (!checked_sub(a.residue, b.residue, &difference)) return no_congruence;
    return congruence(number_gcd(number_gcd(a.modulus, b.modulus), difference), a.residue);
}

// x = rb (mod mb) added to x = ra (mod ma): searched by steps, for moduli are
// small; a combined modulus that would be large keeps the first only.
struct sym_congruence congruence_meet(struct sym_congruence a, struct sym_congruence b, bool *agree)
{
    *agree = true;
    if (a.modulus == 0 || b.modulus == 0) {
        struct sym_congruence exact = a.modulus == 0 ? a : b, other = a.modulus == 0 ? b : a;
        *agree = other.modulus == 0 ? exact.residue == other.residue
                                    : number_mod(exact.residue, other.modulus) == other.residue;
        return exact;
    }
    if (a.modulus < b.modulus) {
        struct sym_congruence swap = a;
        a = b;
        b = swap;
    }
    int64_t steps = b.modulus / number_gcd(a.modulus, b.modulus), modulus, residue = a.residue;
    if (steps > 4096 || !checked_mul(a.modulus, steps, &modulus) || modulus > INT64_MAX / 2)
        return a;
    for (int64_t i = 0; i < steps; i++, residue += a.modulus)
        if (number_mod(residue, b.modulus) == b.residue) return congruence(modulus, residue);
    *agree = false;
    return a;
}

#define MAX_KNOWN_EXPONENT 16 // moduli are to stay small

// 2^n is a multiple of 8 where n >= 3, and 1 more than a multiple of base - 1 everywhere.
static struct sym_congruence congruence_of_power(struct syms *syms, const struct sym *sym)
{
    int64_t base = sym->arguments[0]->number, least = sym_range(syms, sym->arguments[1]).lower;
    struct sym_congruence known = congruence(base - 1, 1);
    int64_t modulus = 1;
    bool agree;
    for (int64_t i = 0; i < least && i < MAX_KNOWN_EXPONENT; i++)
        if (!checked_mul(modulus, base, &modulus)) return known;
    return congruence_meet(known, congruence(modulus, 0), &agree);
}

// Quotients and remainders keep a residue where the numerator's modulus is a multiple of the
// divisor.
static struct sym_congruence congruence_of_atom(struct syms *syms, const struct sym *sym)
{
    struct sym_congruence a = sym_congruence(syms, sym->arguments[0]);
    int64_t b;
    if (sym->kind == SYM_POWER) return congruence_of_power(syms, sym);
    if (sym->kind == SYM_MIN || sym->kind == SYM_MAX) {
        for (int i = 1; i < sym->n; i++)
            a = congruence_join(a, sym_congruence(syms, sym->arguments[i]));
        return a;
    }
    if (!sym_is_const(sym->arguments[1], &b) || b < 1) return no_congruence;
    if (sym->kind == SYM_MOD)
        return a.modulus % b ? congruence(number_gcd(a.modulus, b), a.residue)
                             : congruence(0, number_mod(a.residue, b));
    return a.modulus % b ? no_congruence : congruence(a.modulus / b, number_floordiv(a.residue, b));
}

// A sum may be one that was told to be divisible, or differ from it by a number.
static struct sym_congruence congruence_told(struct syms *syms, const struct sym *sum,
                                             struct sym_congruence known)
{
    bool agree;
    int64_t divisor, residue;
    for (int i = 0; i < syms->divides.n; i++) {
        const struct sym_divides *fact = &syms->divides.at[i];
        if ((fact->value->names ^ sum->names) || !sym_is_const(fact->divisor, &divisor)) continue;
        if (sym_is_const(sym_sub(syms, sum, fact->value), &residue))
            known = congruence_meet(known, congruence(divisor, residue), &agree);
    }
    return known;
}

static struct sym_congruence congruence_by_kind(struct syms *syms, const struct sym *sym)
{
    struct sym_congruence sum = {0, sym->number};
    switch (sym->kind) {
    case SYM_CONST: return sum;
    case SYM_SUM:
        for (int i = 0; i < sym->n; i++) {
            struct sym_congruence term = sym_congruence(syms, sym->terms[i].monomial);
            sum = congruence_add(sum, congruence_scale(term, sym->terms[i].coefficient));
        }
        return congruence_told(syms, sym, sum);
    case SYM_PRODUCT:
        if (sym->number != 1)
            return congruence_scale(sym_congruence(syms, sym->monomial), sym->number);
        for (int i = 0; i < sym->n; i++) {
            for (int k = 0; k < sym->factors[i].power && k < 64; k++)
                sum = congruence_mul(sum, sym_congruence(syms, sym->factors[i].atom));
            if (sym->factors[i].power > 64) sum = congruence_mul(sum, no_congruence);
        }
        return sum;
    case SYM_VAR:
    case SYM_UNKNOWN: return no_congruence;
    default: return congruence_of_atom(syms, sym);
    }
}

// ---- both together, with what was told

// The next number of the right residue.
static int64_t round_up_to(int64_t lower, struct sym_congruence known)
{
    int64_t up;
    if (lower == INT64_MIN || known.modulus <= 1) return lower;
    int64_t missing = number_mod(known.residue - number_mod(lower, known.modulus), known.modulus);
    return checked_add(lower, missing, &up) ? up : lower;
}

static int64_t round_down_to(int64_t upper, struct sym_congruence known)
{
    int64_t down;
    if (upper == INT64_MAX || known.modulus <= 1) return upper;
    int64_t over = number_mod(number_mod(upper, known.modulus) - known.residue, known.modulus);
    return checked_sub(upper, over, &down) ? down : upper;
}

// Bounds and residue sharpen each other once: what lies between 3 and 13 and is divisible by 5 lies
// between 5 and 10.
static void derive(struct syms *syms, struct sym *sym)
{
    struct sym_range range = range_by_kind(syms, sym);
    struct sym_congruence known = congruence_by_kind(syms, sym);
    if (sym->facts) {
        bool agree;
        range.lower = larger(range.lower, sym->facts->range.lower);
        range.upper = smaller(range.upper, sym->facts->range.upper);
        known = congruence_meet(known, sym->facts->congruence, &agree);
    }
    if (known.modulus == 0) range = (struct sym_range){known.residue, known.residue};
    range.lower = round_up_to(range.lower, known);
    range.upper = round_down_to(range.upper, known);
    sym->range = range;
    sym->congruence = known;
    sym->derived_generation = syms->generation;
}

struct sym_range sym_range(struct syms *syms, const struct sym *sym)
{
    if (sym->derived_generation != syms->generation) derive(syms, sym_mutable(sym));
    return sym->range;
}

struct sym_congruence sym_congruence(struct syms *syms, const struct sym *sym)
{
    if (sym->derived_generation != syms->generation) derive(syms, sym_mutable(sym));
    return sym->congruence;
}
