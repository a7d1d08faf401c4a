// Polynomials while they are put together, and the products of atoms that
// they are made of.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

#include <inttypes.h>

struct poly *poly_open(struct syms *syms)
{
    struct poly *poly = syms->spare;
    if (poly)
        syms->spare = poly->next;
    else
        poly = arena_new(syms->arena, struct poly);
    poly->syms = syms;
    poly->constant = 0;
    poly->unknown = NULL;
    poly->terms.n = 0;
    return poly;
}

static void absorb(struct poly *poly, const struct sym *unknown)
{
    if (!poly->unknown) poly->unknown = unknown;
}

static int64_t product_of(struct poly *poly, int64_t a, int64_t b)
{
    int64_t product = 0;
    if (!checked_mul(a, b, &product))
        absorb(poly, sym_overflow(poly->syms, "%" PRId64 " * %" PRId64 " passes 64 bits", a, b));
    return product;
}

static int64_t sum_of(struct poly *poly, int64_t a, int64_t b)
{
    int64_t sum = 0;
    if (!checked_add(a, b, &sum))
        absorb(poly, sym_overflow(poly->syms, "%" PRId64 " + %" PRId64 " passes 64 bits", a, b));
    return sum;
}

void poly_add(struct poly *poly, int64_t coefficient, const struct sym *sym)
{
    if (sym->kind == SYM_UNKNOWN) absorb(poly, sym);
    if (poly->unknown || coefficient == 0) return;
    struct sym_parts parts;
    sym_parts(sym, &parts);
    poly->constant = sum_of(poly, poly->constant, product_of(poly, coefficient, parts.constant));
    for (int i = 0; i < parts.n; i++) {
        int64_t scaled = product_of(poly, coefficient, parts.terms[i].coefficient);
        *vec_push(poly->syms->arena, &poly->terms) =
            (struct sym_term){scaled, parts.terms[i].monomial};
    }
    if (poly->terms.n > MAX_WEIGHT) absorb(poly, sym_too_large(poly->syms));
}

// ---- monomials

static const struct sym *intern_product(struct syms *syms, int n, const struct sym_factor *factors)
{
    if (n == 0) return sym_const(syms, 1);
    if (n == 1 && factors[0].power == 1) return factors[0].atom;
    return sym_intern(syms,
                      &(struct sym){.kind = SYM_PRODUCT, .number = 1, .n = n, .factors = factors});
}

#define MAX_FACTORS 64

// Merges two sorted lists of factors; powers combine as `b_sign` says (+1: product, -1: quotient).
// Returns the count, or -1 when a power becomes negative or the list too long.
static int merge(const struct sym *a, const struct sym *b, int b_sign, struct sym_factor *out)
{
    struct sym_factor single_a, single_b;
    const struct sym_factor *fa, *fb;
    int na = sym_factors(a, &single_a, &fa), nb = sym_factors(b, &single_b, &fb), n = 0;
    for (int i = 0, k = 0; i < na || k < nb;) {
        int order = i == na ? 1 : k == nb ? -1 : sym_order(fa[i].atom, fb[k].atom);
        if (n == MAX_FACTORS) return -1;
        struct sym_factor factor = order <= 0 ? fa[i] : (struct sym_factor){fb[k].atom, 0};
        i += order <= 0;
        if (order >= 0) factor.power += b_sign * fb[k++].power;
        if (factor.power < 0 || factor.power > MAX_WEIGHT) return -1;
        if (factor.power) out[n++] = factor;
    }
    return n;
}

static const struct sym *monomial_product(struct syms *syms, const struct sym *a,
                                          const struct sym *b)
{
    struct sym_factor factors[MAX_FACTORS];
    int n = merge(a, b, 1, factors);
    return n < 0 ? sym_too_large(syms) : intern_product(syms, n, factors);
}

const struct sym *monomial_divide(struct syms *syms, const struct sym *a, const struct sym *divisor)
{
    struct sym_factor factors[MAX_FACTORS];
    if (divisor->names & ~a->names) return NULL;
    int n = merge(a, divisor, -1, factors);
    return n < 0 ? NULL : intern_product(syms, n, factors);
}

const struct sym *monomial_gcd(struct syms *syms, const struct sym *a, const struct sym *b)
{
    struct sym_factor single_a, single_b, common[MAX_FACTORS];
    const struct sym_factor *fa, *fb;
    int na = sym_factors(a, &single_a, &fa), nb = sym_factors(b, &single_b, &fb), n = 0;
    for (int i = 0, k = 0; i < na && k < nb && n < MAX_FACTORS;) {
        int order = sym_order(fa[i].atom, fb[k].atom);
        if (order == 0) {
            common[n] = fa[i];
            if (fb[k].power < fa[i].power) common[n].power = fb[k].power;
            n++;
        }
        i += order <= 0;
        k += order >= 0;
    }
    return intern_product(syms, n, common);
}

// Lexicographic order of the exponents: an admissible order, as long division needs.
int monomial_lex(const struct sym *a, const struct sym *b)
{
    struct sym_factor single_a, single_b;
    const struct sym_factor *fa, *fb;
    int na = sym_factors(a, &single_a, &fa), nb = sym_factors(b, &single_b, &fb);
    for (int i = 0; i < na && i < nb; i++) {
        int order = sym_order(fa[i].atom, fb[i].atom);
        if (order) return -order;
        if (fa[i].power != fb[i].power) return fa[i].power - fb[i].power;
    }
    return na - nb;
}

// ---- identities between atoms of one monomial

// N * (X/N) = X where N is known to divide X. The product, or NULL.
static const struct sym *cancel_symbolic(struct syms *syms, const struct sym *monomial)
{
    struct sym_factor single;
    const struct sym_factor *factors;
    int n = sym_factors(monomial, &single, &factors);
    for (int i = 0; i < n; i++) {
        const struct sym *atom = factors[i].atom;
        if (atom->kind != SYM_FLOORDIV || atom->arguments[1]->kind == SYM_CONST) continue;
        const struct sym *a = atom->arguments[0], *b = atom->arguments[1];
        if (b->kind == SYM_SUM || b->monomial != b || !sym_told_divides(syms, b, a)) continue;
        const struct sym *rest = monomial_divide(syms, monomial, atom);
        rest = rest && rest->kind != SYM_CONST ? monomial_divide(syms, rest, b) : NULL;
        if (rest) return sym_mul(syms, rest, a);
    }
    return NULL;
}

// c * M * floor(a/b) where a is a multiple of b and c shares the factor g with
// b: (c/g) * M * (a / (b/g)). The product, or NULL.
static const struct sym *cancel_number(struct syms *syms, const struct sym_term *term)
{
    struct sym_factor single;
    const struct sym_factor *factors;
    int n = sym_factors(term->monomial, &single, &factors);
    for (int i = 0; i < n; i++) {
        const struct sym *atom = factors[i].atom;
        int64_t b;
        if (atom->kind != SYM_FLOORDIV || !sym_is_const(atom->arguments[1], &b)) continue;
        int64_t g = number_gcd(term->coefficient, b);
        struct sym_congruence known = sym_congruence(syms, atom->arguments[0]);
        if (g <= 1 || known.modulus % b || known.residue % b) continue;
        const struct sym *rest = monomial_divide(syms, term->monomial, atom);
        const struct sym *quotient = sym_floordiv_const(syms, atom->arguments[0], b / g);
        return sym_mul_const(syms, sym_mul(syms, rest, quotient), term->coefficient / g);
    }
    return NULL;
}

// Worked out once an atom: doing it at every sum would take exponential time in nested remainders.
static const struct sym *quotient_of(struct syms *syms, const struct sym *mod)
{
    if (mod->quotient_generation != syms->generation) {
        struct sym *memo = sym_mutable(mod);
        memo->quotient = sym_floordiv(syms, mod->arguments[0], mod->arguments[1]);
        memo->quotient_generation = syms->generation;
    }
    return mod->quotient;
}

// Finds coefficient * monomial among the terms; -1 if it is not there.
static int find_term(const struct poly *poly, const struct sym *term)
{
    struct sym_parts parts;
    sym_parts(term, &parts);
    if (term->kind == SYM_UNKNOWN || parts.n != 1 || parts.constant) return -1;
    for (int i = 0; i < poly->terms.n; i++)
        if (poly->terms.at[i].monomial == parts.terms->monomial &&
            poly->terms.at[i].coefficient == parts.terms->coefficient)
            return i;
    return -1;
}

// With b * M * floor(a/b) and M * (a mod b) in one sum, both together are M * a.
// Rewrites such a pair; false if there is none.
static bool join_remainder(struct poly *poly, int i)
{
    struct syms *syms = poly->syms;
    struct sym_factor single;
    const struct sym_factor *factors;
    struct sym_term term = poly->terms.at[i];
    int n = sym_factors(term.monomial, &single, &factors);
    for (int k = 0; k < n; k++) {
        const struct sym *mod = factors[k].atom;
        if (mod->kind != SYM_MOD) continue;
        const struct sym *rest = monomial_divide(syms, term.monomial, mod);
        rest = sym_mul_const(syms, rest, term.coefficient);
        const struct sym *whole = sym_mul(syms, mod->arguments[1], quotient_of(syms, mod));
        int partner = find_term(poly, sym_mul(syms, rest, whole));
        if (partner < 0) continue;
        poly->terms.at[partner].coefficient = poly->terms.at[i].coefficient = 0;
        poly_add(poly, 1, sym_mul(syms, rest, mod->arguments[0]));
        return true;
    }
    return false;
}

// ---- the normal form of a sum

static int end_of_run(const struct sym_term *terms, int from, int n)
{
    int end = from + 1;
    while (end < n && sym_order(terms[end - 1].monomial, terms[end].monomial) <= 0) end++;
    return end < n ? end : n;
}

static void merge_runs(const struct sym_term *terms, int from, int middle, int end,
                       struct sym_term *merged)
{
    for (int a = from, b = middle; a < middle || b < end;) {
        bool first =
            b == end || (a < middle && sym_order(terms[a].monomial, terms[b].monomial) <= 0);
        *merged++ = terms[first ? a++ : b++];
    }
}

// The terms of a sum are sorted already, so there are few runs, and most often two.
static void sort_terms(struct poly *poly)
{
    int n = poly->terms.n;
    while (end_of_run(poly->terms.at, 0, n) < n) {
        while (poly->spare_terms.n < n) vec_push(poly->syms->arena, &poly->spare_terms);
        for (int from = 0, end; from < n; from = end) {
            int middle = end_of_run(poly->terms.at, from, n);
            end = end_of_run(poly->terms.at, middle, n);
            merge_runs(poly->terms.at, from, middle, end, &poly->spare_terms.at[from]);
        }
        struct poly before = *poly;
        poly->terms = before.spare_terms;
        poly->spare_terms = before.terms;
        poly->terms.n = n;
    }
}

static void sort_and_merge(struct poly *poly)
{
    sort_terms(poly);
    struct sym_term *terms = poly->terms.at;
    int n = 0;
    for (int i = 0; i < poly->terms.n; i++) {
        if (n && terms[n - 1].monomial == terms[i].monomial)
            terms[n - 1].coefficient = sum_of(poly, terms[n - 1].coefficient, terms[i].coefficient);
        else
            terms[n++] = terms[i];
        if (terms[n - 1].coefficient == 0) n--;
    }
    poly->terms.n = n;
}

static bool rewrite_once(struct poly *poly)
{
    bool quotients = false;
    for (int i = 0; i < poly->terms.n; i++)
        quotients = quotients || sym_has(poly->terms.at[i].monomial, SYM_FLOORDIV);
    if (!quotients) return false;
    for (int i = 0; i < poly->terms.n; i++) {
        struct sym_term *term = &poly->terms.at[i];
        if (sym_has(term->monomial, SYM_MOD) && join_remainder(poly, i)) return true;
        if (!sym_has(term->monomial, SYM_FLOORDIV)) continue;
        const struct sym *better = cancel_number(poly->syms, term);
        if (better) {
            poly->terms.at[i].coefficient = 0;
            poly_add(poly, 1, better);
            return true;
        }
    }
    return false;
}

static const struct sym *intern_sum(struct poly *poly)
{
    struct syms *syms = poly->syms;
    if (poly->unknown) return poly->unknown;
    if (poly->terms.n == 0) return sym_const(syms, poly->constant);
    const struct sym_term *first = poly->terms.at;
    if (poly->terms.n > 1 || poly->constant)
        return sym_intern(syms, &(struct sym){.kind = SYM_SUM,
                                              .number = poly->constant,
                                              .n = poly->terms.n,
                                              .terms = first});
    if (first->coefficient == 1) return first->monomial;
    struct sym_factor single;
    struct sym key = {
        .kind = SYM_PRODUCT, .number = first->coefficient, .monomial = first->monomial};
    key.n = sym_factors(first->monomial, &single, &key.factors);
    return sym_intern(syms, &key);
}

void poly_discard(struct poly *poly)
{
    poly->next = poly->syms->spare;
    poly->syms->spare = poly;
}

const struct sym *poly_close(struct poly *poly)
{
    sort_and_merge(poly);
    // Each rewriting removes a quotient or makes its divisor smaller, so it ends.
    while (!poly->unknown && rewrite_once(poly)) sort_and_merge(poly);
    const struct sym *sym = intern_sum(poly);
    poly_discard(poly);
    return sym;
}

// ---- products

void poly_add_product(struct poly *poly, const struct sym *a, const struct sym *b)
{
    struct sym_parts pa, pb;
    if (a->kind == SYM_UNKNOWN || b->kind == SYM_UNKNOWN) {
        absorb(poly, a->kind == SYM_UNKNOWN ? a : b);
        return;
    }
    sym_parts(a, &pa);
    sym_parts(b, &pb);
    poly_add(poly, pa.constant, b);
    for (int i = 0; i < pa.n && !poly->unknown; i++) {
        const struct sym_term *ta = &pa.terms[i];
        if (pb.constant)
            poly_add(poly, product_of(poly, ta->coefficient, pb.constant), ta->monomial);
        for (int k = 0; k < pb.n && !poly->unknown; k++) {
            int64_t coefficient = product_of(poly, ta->coefficient, pb.terms[k].coefficient);
            const struct sym *product =
                monomial_product(poly->syms, ta->monomial, pb.terms[k].monomial);
            const struct sym *better =
                sym_has(product, SYM_FLOORDIV) && product->kind == SYM_PRODUCT
                    ? cancel_symbolic(poly->syms, product)
                    : NULL;
            poly_add(poly, coefficient, better ? better : product);
        }
    }
}

const struct sym *sym_power(struct syms *syms, const struct sym *base, int power)
{
    const struct sym *result = sym_const(syms, 1);
    for (int i = 0; i < power && result->kind != SYM_UNKNOWN; i++)
        result = sym_mul(syms, result, base);
    return result;
}
