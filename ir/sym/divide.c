// Floor division and modulo, brought to one form:
//   - multiples of the divisor leave the numerator (coefficients end in [0, b));
//   - what is known of the numerator's residue is rounded away, common factors
//     are cancelled;
//   - floor(floor(x/a)/b) = floor(x/(a*b)).
// Simplifications hold wherever the original is defined: a division implies
// that its divisor is not zero.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

#include <inttypes.h>

int64_t number_gcd(int64_t a, int64_t b)
{
    uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x > INT64_MAX ? 1 : (int64_t)x;
}

int64_t number_mod(int64_t a, int64_t b)
{
    int64_t rest = a % b;
    return rest < 0 ? rest + b : rest;
}

int64_t number_floordiv(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static const struct sym *number(struct syms *syms, int64_t value)
{
    return sym_const(syms, value);
}

static const struct sym *intern_pair(struct syms *syms, enum sym_kind kind, const struct sym *a,
                                     const struct sym *b)
{
    const struct sym *arguments[] = {a, b};
    return sym_intern(syms, &(struct sym){.kind = kind, .n = 2, .arguments = arguments});
}

// ---- constant divisors

// a = b * quotient + reduced, the coefficients of `reduced` in [0, b). Without quotient: NULL.
static const struct sym *reduce(struct syms *syms, const struct sym *a, int64_t b,
                                const struct sym **quotient)
{
    struct sym_parts parts;
    sym_parts(a, &parts);
    struct poly *whole = poly_open(syms), *rest = poly_open(syms);
    poly_add(whole, number_floordiv(parts.constant, b), number(syms, 1));
    poly_add(rest, number_mod(parts.constant, b), number(syms, 1));
    for (int i = 0; i < parts.n; i++) {
        const struct sym_term *term = &parts.terms[i];
        poly_add(whole, number_floordiv(term->coefficient, b), term->monomial);
        poly_add(rest, number_mod(term->coefficient, b), term->monomial);
    }
    const struct sym *q = poly_close(whole);
    if (quotient) *quotient = q;
    return poly_close(rest);
}

static int64_t content(const struct sym *a, int64_t b)
{
    struct sym_parts parts;
    sym_parts(a, &parts);
    int64_t gcd = number_gcd(b, parts.constant);
    for (int i = 0; i < parts.n; i++) gcd = number_gcd(gcd, parts.terms[i].coefficient);
    return gcd;
}

// Divides every coefficient; the divisor divides them all.
static const struct sym *shrink(struct syms *syms, const struct sym *a, int64_t divisor)
{
    if (divisor == 1) return a;
    struct sym_parts parts;
    sym_parts(a, &parts);
    struct poly *poly = poly_open(syms);
    poly_add(poly, parts.constant / divisor, number(syms, 1));
    for (int i = 0; i < parts.n; i++)
        poly_add(poly, parts.terms[i].coefficient / divisor, parts.terms[i].monomial);
    return poly_close(poly);
}

// Where a = residue (mod g) with g dividing b: the numerator that has the same
// quotient and is a multiple of g, and what was taken off.
static const struct sym *round_down(struct syms *syms, const struct sym *a, int64_t b,
                                    int64_t *taken)
{
    struct sym_congruence known = sym_congruence(syms, a);
    int64_t g = number_gcd(known.modulus, b);
    *taken = g > 1 ? number_mod(known.residue, g) : 0;
    return *taken ? sym_add_const(syms, a, -*taken) : a;
}

// floor((floor(x/a) + m)/b) = floor((x + a*m)/(a*b)); NULL where it does not apply.
static const struct sym *merge_nested(struct syms *syms, const struct sym *a, int64_t b)
{
    struct sym_parts parts;
    sym_parts(a, &parts);
    const struct sym *inner = NULL;
    int64_t divisor, product;
    for (int i = 0; i < parts.n; i++) {
        const struct sym *atom = parts.terms[i].monomial;
        if (parts.terms[i].coefficient != 1 || atom->kind != SYM_FLOORDIV) continue;
        if (inner) return NULL;
        inner = atom;
    }
    if (!inner || !sym_is_const(inner->arguments[1], &divisor) ||
        !checked_mul(divisor, b, &product))
        return NULL;
    const struct sym *others = sym_mul_const(syms, sym_sub(syms, a, inner), divisor);
    const struct sym *whole = sym_add(syms, inner->arguments[0], others);
    return whole->kind == SYM_UNKNOWN ? NULL : sym_floordiv_const(syms, whole, product);
}

// A quotient is small where its divisor is large, whatever number of 64 bits is divided.
static struct sym_range range_of_rest(struct syms *syms, const struct sym *rest)
{
    struct sym_range range = sym_range(syms, rest);
    int64_t divisor;
    if (rest->kind != SYM_FLOORDIV || !sym_is_const(rest->arguments[1], &divisor) || divisor < 2)
        return range;
    if (range.upper > INT64_MAX / divisor) range.upper = INT64_MAX / divisor;
    if (range.lower < number_floordiv(INT64_MIN, divisor))
        range.lower = number_floordiv(INT64_MIN, divisor);
    return range;
}

static const struct sym *floordiv_number(struct syms *syms, const struct sym *a, int64_t b)
{
    const struct sym *quotient, *more, *rest = reduce(syms, a, b, &quotient);
    int64_t taken;
    rest = round_down(syms, rest, b, &taken);
    rest = reduce(syms, rest, b, &more);
    quotient = sym_add(syms, quotient, more);
    if (rest->kind == SYM_CONST || rest->kind == SYM_UNKNOWN)
        return rest->kind == SYM_UNKNOWN ? rest : quotient;
    int64_t g = content(rest, b);
    rest = shrink(syms, rest, g);
    b /= g;
    if (b == 1) return sym_add(syms, quotient, rest);
    const struct sym *other = merge_nested(syms, rest, b);
    if (!other) other = sym_by_coarser(syms, rest, b);
    if (other) return sym_add(syms, quotient, other);
    struct sym_range range = range_of_rest(syms, rest);
    if (range.lower != INT64_MIN && range.upper != INT64_MAX &&
        number_floordiv(range.lower, b) == number_floordiv(range.upper, b))
        return sym_add_const(syms, quotient, number_floordiv(range.lower, b));
    const struct sym *atom = intern_pair(syms, SYM_FLOORDIV, rest, number(syms, b));
    return sym_add(syms, quotient, sym_by_multiple(syms, atom));
}

// (x mod (b*k)) mod b = x mod b, for every such term.
static const struct sym *flatten_mod(struct syms *syms, const struct sym *a, int64_t b)
{
    struct sym_parts parts;
    sym_parts(a, &parts);
    const struct sym *flat = a;
    for (int i = 0; i < parts.n; i++) {
        const struct sym *atom = parts.terms[i].monomial;
        int64_t coefficient = parts.terms[i].coefficient, inner, multiple;
        if (atom->kind != SYM_MOD || !sym_is_const(atom->arguments[1], &inner) ||
            !checked_mul(coefficient, inner, &multiple) || multiple % b)
            continue;
        const struct sym *change = sym_sub(syms, atom->arguments[0], atom);
        flat = sym_add(syms, flat, sym_mul_const(syms, change, coefficient));
    }
    return flat == a ? a : reduce(syms, flat, b, NULL);
}

static const struct sym *mod_number(struct syms *syms, const struct sym *a, int64_t b)
{
    const struct sym *rest = flatten_mod(syms, reduce(syms, a, b, NULL), b);
    int64_t taken;
    struct sym_congruence known = sym_congruence(syms, rest);
    if (rest->kind != SYM_UNKNOWN && known.modulus % b == 0)
        return number(syms, number_mod(known.residue, b));
    rest = reduce(syms, round_down(syms, rest, b, &taken), b, NULL);
    if (rest->kind == SYM_CONST || rest->kind == SYM_UNKNOWN)
        return sym_add_const(syms, rest, taken);
    struct sym_range range = sym_range(syms, rest);
    if (range.lower >= 0 && range.upper < b) return sym_add_const(syms, rest, taken);
    int64_t g = content(rest, b);
    const struct sym *atom = shrink(syms, rest, g);
    if (b / g == 1) return number(syms, taken);
    const struct sym *told = sym_by_told_remainder(syms, atom, b / g);
    atom = told ? told : intern_pair(syms, SYM_MOD, atom, number(syms, b / g));
    return sym_add_const(syms, sym_mul_const(syms, atom, g), taken);
}

// ---- division by an expression

// Each step removes the leading term, so their number is bounded anyway; this guards the time.
#define MAX_STEPS 1000

static struct sym_term leading_term(const struct sym *a)
{
    struct sym_parts parts;
    sym_parts(a, &parts);
    struct sym_term lead = {parts.constant, NULL};
    for (int i = 0; i < parts.n; i++)
        if (!lead.monomial || monomial_lex(parts.terms[i].monomial, lead.monomial) > 0)
            lead = parts.terms[i];
    return lead;
}

// The quotient of two terms; false where it is not exact.
static bool divide_term(struct syms *syms, struct sym_term a, struct sym_term b,
                        struct sym_term *quotient)
{
    if (b.coefficient == 0 || (b.coefficient == -1 && a.coefficient == INT64_MIN) ||
        a.coefficient % b.coefficient)
        return false;
    *quotient = (struct sym_term){a.coefficient / b.coefficient, a.monomial};
    if (b.monomial)
        quotient->monomial = a.monomial ? monomial_divide(syms, a.monomial, b.monomial) : NULL;
    else if (!a.monomial)
        quotient->monomial = number(syms, 1);
    return quotient->monomial;
}

void sym_long_division(struct syms *syms, const struct sym *a, const struct sym *divisor,
                       const struct sym **quotient, const struct sym **remainder)
{
    struct sym_term lead = leading_term(divisor);
    const struct sym *q = number(syms, 0), *r = number(syms, 0);
    for (int step = 0; step < MAX_STEPS && !sym_is(a, 0); step++) {
        struct sym_term first = leading_term(a);
        struct sym_term exact;
        const struct sym *part = divide_term(syms, first, lead, &exact)
                                     ? sym_mul_const(syms, exact.monomial, exact.coefficient)
                                     : NULL;
        const struct sym *gone = part ? sym_mul(syms, part, divisor)
                                 : first.monomial
                                     ? sym_mul_const(syms, first.monomial, first.coefficient)
                                     : number(syms, first.coefficient);
        if (part)
            q = sym_add(syms, q, part);
        else
            r = sym_add(syms, r, gone);
        a = sym_sub(syms, a, gone);
        if (a->kind == SYM_UNKNOWN || q->kind == SYM_UNKNOWN) break;
    }
    *quotient = q;
    *remainder = sym_add(syms, r, a);
}

// Term by term; NULL where one is no multiple of the divisor.
static const struct sym *exact_quotient_by_term(struct syms *syms, const struct sym *a,
                                                struct sym_term divisor)
{
    struct sym_parts parts;
    struct sym_term quotient;
    sym_parts(a, &parts);
    struct poly *poly = poly_open(syms);
    bool exact = true;
    if (parts.constant) {
        exact = divide_term(syms, (struct sym_term){parts.constant, NULL}, divisor, &quotient);
        if (exact) poly_add(poly, quotient.coefficient, quotient.monomial);
    }
    for (int i = 0; i < parts.n && exact; i++) {
        exact = divide_term(syms, parts.terms[i], divisor, &quotient);
        if (exact) poly_add(poly, quotient.coefficient, quotient.monomial);
    }
    if (exact) return poly_close(poly);
    poly_discard(poly);
    return NULL;
}

// A leading term that is no multiple of the divisor's would stay in the remainder.
static const struct sym *exact_quotient_by_sum(struct syms *syms, const struct sym *a,
                                               const struct sym *divisor)
{
    struct sym_term lead = leading_term(divisor), part;
    const struct sym *quotient = number(syms, 0);
    for (int step = 0; step < MAX_STEPS && !sym_is(a, 0); step++) {
        if (a->kind == SYM_UNKNOWN || !divide_term(syms, leading_term(a), lead, &part)) return NULL;
        const struct sym *times = sym_mul_const(syms, part.monomial, part.coefficient);
        quotient = sym_add(syms, quotient, times);
        a = sym_sub(syms, a, sym_mul(syms, times, divisor));
    }
    return sym_is(a, 0) ? quotient : NULL;
}

const struct sym *sym_exact_quotient(struct syms *syms, const struct sym *a,
                                     const struct sym *divisor)
{
    if (a->kind == SYM_UNKNOWN || divisor->kind == SYM_UNKNOWN || sym_is(divisor, 0)) return NULL;
    const struct sym *quotient = divisor->kind == SYM_SUM
                                     ? exact_quotient_by_sum(syms, a, divisor)
                                     : exact_quotient_by_term(syms, a, leading_term(divisor));
    return quotient && quotient->kind != SYM_UNKNOWN ? quotient : NULL;
}

// The largest term that divides every term of both.
static const struct sym *common_factor(struct syms *syms, const struct sym *a, const struct sym *b)
{
    struct sym_parts parts[2];
    sym_parts(a, &parts[0]);
    sym_parts(b, &parts[1]);
    int64_t gcd = number_gcd(parts[0].constant, parts[1].constant);
    bool constant = parts[0].constant || parts[1].constant;
    const struct sym *monomial = NULL;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < parts[side].n; i++) {
            const struct sym_term *term = &parts[side].terms[i];
            gcd = number_gcd(gcd, term->coefficient);
            if (monomial && monomial->kind == SYM_CONST) continue;
            monomial = monomial ? monomial_gcd(syms, monomial, term->monomial) : term->monomial;
        }
    }
    return sym_mul_const(syms, constant || !monomial ? number(syms, 1) : monomial, gcd ? gcd : 1);
}

// Is 0 <= rest < b plain from the bounds?
static bool below(struct syms *syms, const struct sym *rest, const struct sym *b)
{
    return sym_range(syms, rest).lower >= 0 && sym_range(syms, sym_sub(syms, b, rest)).lower > 0;
}

// Terms that the divisor was told to divide leave the numerator: T*C/h = T*(C/h) where h divides C.
static const struct sym *take_told(struct syms *syms, const struct sym *rest, const struct sym *b,
                                   const struct sym **quotient)
{
    struct sym_parts parts;
    sym_parts(rest, &parts);
    for (int i = 0; i < parts.n && rest->kind != SYM_UNKNOWN; i++) {
        const struct sym *monomial = parts.terms[i].monomial;
        const struct sym *term = sym_mul_const(syms, monomial, parts.terms[i].coefficient);
        for (int k = 0; k < syms->divides.n; k++) {
            const struct sym_divides *fact = &syms->divides.at[k];
            const struct sym *times =
                fact->divisor == b ? sym_exact_quotient(syms, term, fact->value) : NULL;
            if (!times) continue;
            const struct sym *whole = intern_pair(syms, SYM_FLOORDIV, fact->value, b);
            *quotient = sym_add(syms, *quotient, sym_mul(syms, times, whole));
            rest = sym_sub(syms, rest, term);
            break;
        }
    }
    return rest;
}

static const struct sym *floordiv_symbol(struct syms *syms, const struct sym *a,
                                         const struct sym *b)
{
    const struct sym *quotient, *rest;
    sym_long_division(syms, a, b, &quotient, &rest);
    if (syms->divides.n) rest = take_told(syms, rest, b, &quotient);
    if (rest->kind == SYM_UNKNOWN || sym_is(rest, 0) || below(syms, rest, b))
        return rest->kind == SYM_UNKNOWN ? rest : quotient;
    const struct sym *common = common_factor(syms, rest, b);
    if (!sym_is(common, 1)) {
        rest = sym_exact_quotient(syms, rest, common);
        b = sym_exact_quotient(syms, b, common);
        return rest && b ? sym_add(syms, quotient, sym_floordiv(syms, rest, b))
                         : sym_too_large(syms);
    }
    // A symbol that divides is not zero, so one that is no less than zero is positive.
    if (rest->kind == SYM_FLOORDIV && sym_range(syms, b).lower >= 0) {
        const struct sym *whole = sym_mul(syms, rest->arguments[1], b);
        if (whole->kind != SYM_UNKNOWN)
            return sym_add(syms, quotient, sym_floordiv(syms, rest->arguments[0], whole));
    }
    return sym_add(syms, quotient, intern_pair(syms, SYM_FLOORDIV, rest, b));
}

static const struct sym *mod_symbol(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const struct sym *quotient, *rest;
    sym_long_division(syms, a, b, &quotient, &rest);
    if (syms->divides.n) rest = take_told(syms, rest, b, &quotient);
    if (rest->kind == SYM_UNKNOWN || sym_is(rest, 0) || below(syms, rest, b)) return rest;
    if (sym_told_divides(syms, b, rest)) return number(syms, 0);
    const struct sym *common = common_factor(syms, rest, b);
    if (sym_is(common, 1)) return intern_pair(syms, SYM_MOD, rest, b);
    rest = sym_exact_quotient(syms, rest, common);
    b = sym_exact_quotient(syms, b, common);
    return rest && b ? sym_mul(syms, common, sym_mod(syms, rest, b)) : sym_too_large(syms);
}

// ---- the operations

// What needs no division: unknown operands and a zero divisor. NULL: divide.
static const struct sym *plain(struct syms *syms, const struct sym *a, const struct sym *b)
{
    if (a->kind == SYM_UNKNOWN) return a;
    if (b->kind == SYM_UNKNOWN) return b;
    if (sym_is(b, 0)) return sym_unknown(syms, "division by zero");
    return sym_is(a, 0) ? a : NULL;
}

const struct sym *sym_floordiv(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const struct sym *answer = plain(syms, a, b);
    if (answer) return answer;
    if (b->kind != SYM_CONST) return floordiv_symbol(syms, a, b);
    if (b->number < 0) return sym_floordiv(syms, sym_neg(syms, a), sym_neg(syms, b));
    if (a->kind == SYM_CONST) return number(syms, number_floordiv(a->number, b->number));
    return b->number == 1 ? a : floordiv_number(syms, a, b->number);
}

const struct sym *sym_mod(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const struct sym *answer = plain(syms, a, b);
    if (answer) return answer;
    if (b->kind != SYM_CONST) return mod_symbol(syms, a, b);
    if (b->number < 0) return sym_neg(syms, sym_mod(syms, sym_neg(syms, a), sym_neg(syms, b)));
    if (a->kind == SYM_CONST) return number(syms, number_mod(a->number, b->number));
    return mod_number(syms, a, b->number);
}

const struct sym *sym_ceildiv(struct syms *syms, const struct sym *a, const struct sym *b)
{
    // (a + b - 1)/b keeps small constants readable: (H + 1)/2. It is true of positive divisors.
    if (b->kind != SYM_UNKNOWN && sym_range(syms, b).lower >= 0)
        return sym_floordiv(syms, sym_add(syms, a, sym_add_const(syms, b, -1)), b);
    return sym_neg(syms, sym_floordiv(syms, sym_neg(syms, a), b));
}

const struct sym *sym_floordiv_const(struct syms *syms, const struct sym *a, int64_t b)
{
    return sym_floordiv(syms, a, number(syms, b));
}

// a / b toward zero for a divisor that is positive.
static const struct sym *truncdiv_positive(struct syms *syms, const struct sym *a,
                                           const struct sym *b)
{
    struct sym_range range = sym_range(syms, a);
    if (range.lower >= 0) return sym_floordiv(syms, a, b);
    const struct sym *ceiling = sym_neg(syms, sym_floordiv(syms, sym_neg(syms, a), b));
    if (range.upper <= 0) return ceiling;
    // The floor where it is positive, the ceiling where that is negative.
    const struct sym *zero = number(syms, 0);
    return sym_add(syms, sym_max(syms, sym_floordiv(syms, a, b), zero),
                   sym_min(syms, ceiling, zero));
}

const struct sym *sym_truncdiv(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const struct sym *answer = plain(syms, a, b);
    if (answer) return answer;
    struct sym_range range = sym_range(syms, b);
    // Without a remainder nothing is rounded.
    if (sym_is(sym_mod(syms, a, b), 0)) return sym_floordiv(syms, a, b);
    if (range.lower >= 0) return truncdiv_positive(syms, a, b);
    if (range.upper <= 0) return truncdiv_positive(syms, sym_neg(syms, a), sym_neg(syms, b));
    return sym_unknown(syms, "a quotient toward zero whose divisor has an unknown sign");
}

const struct sym *sym_truncmod(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const struct sym *answer = plain(syms, a, b);
    if (answer) return answer;
    if (sym_range(syms, a).lower >= 0 && sym_range(syms, b).lower >= 0) return sym_mod(syms, a, b);
    return sym_sub(syms, a, sym_mul(syms, sym_truncdiv(syms, a, b), b));
}
