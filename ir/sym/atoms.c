// The atoms of an expression (symbols, quotients, remainders, minima and maxima), and other things
// put in their places.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

#include <inttypes.h>
#include <stdio.h>

#define MAX_EXPANDED 512

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

int sym_atoms(const struct sym *sym, const struct sym **atoms)
{
    struct sym_parts parts;
    int n = 0;
    sym_parts(sym, &parts);
    for (int i = 0; i < parts.n; i++) {
        struct sym_factor single;
        const struct sym_factor *factors;
        int n_factors = sym_factors(parts.terms[i].monomial, &single, &factors);
        for (int k = 0; k < n_factors; k++) {
            int at = 0;
            while (at < n && atoms[at] != factors[k].atom) at++;
            if (at == n && n < MAX_ATOMS) atoms[n++] = factors[k].atom;
        }
    }
    return n;
}

// How many terms a product has before like ones are merged; the limit stands for all beyond it.
static int64_t expanded_terms(const struct sym *monomial, int n, const struct sym *const *atoms,
                              const struct sym *const *values)
{
    struct sym_factor single;
    const struct sym_factor *factors;
    int n_factors = sym_factors(monomial, &single, &factors);
    int64_t terms = 1;
    for (int k = 0; k < n_factors; k++) {
        int at = 0;
        while (at < n && atoms[at] != factors[k].atom) at++;
        int64_t of_value = at == n || values[at]->kind != SYM_SUM ? 1 : values[at]->n + 1;
        for (int64_t power = 0; power < factors[k].power && terms < MAX_EXPANDED; power++)
            terms *= of_value;
    }
    return terms;
}

const struct sym *sym_replace_atoms(struct syms *syms, const struct sym *sym, int n,
                                    const struct sym *const *atoms, const struct sym *const *values)
{
    struct sym_parts parts;
    sym_parts(sym, &parts);
    int64_t terms = 0;
    for (int i = 0; i < parts.n && terms < MAX_EXPANDED; i++)
        terms += expanded_terms(parts.terms[i].monomial, n, atoms, values);
    if (terms >= MAX_EXPANDED) return sym_unknown(syms, "too many terms");
    struct poly *poly = poly_open(syms);
    poly_add(poly, parts.constant, sym_const(syms, 1));
    for (int i = 0; i < parts.n; i++) {
        struct sym_factor single;
        const struct sym_factor *factors;
        int n_factors = sym_factors(parts.terms[i].monomial, &single, &factors);
        const struct sym *product = sym_const(syms, 1);
        for (int k = 0; k < n_factors; k++) {
            const struct sym *value = factors[k].atom;
            for (int at = 0; at < n; at++)
                if (atoms[at] == factors[k].atom) value = values[at];
            product = sym_mul(syms, product, sym_power(syms, value, factors[k].power));
        }
        poly_add(poly, parts.terms[i].coefficient, product);
    }
    return poly_close(poly);
}

const struct sym *sym_stand_in(struct syms *syms, const struct sym *atom, const char *what,
                               struct sym_range range)
{
    char name[64];
    snprintf(name, sizeof name, "\1%s %016" PRIx64, what, atom->hash);
    const struct sym *var = sym_var(syms, name);
    sym_mutable(var)->hidden = true;
    sym_facts_of(syms, var)->range = range;
    return var;
}

const struct sym *sym_above_lower(struct syms *syms, const struct sym *atom)
{
    struct sym_range range = sym_range(syms, atom);
    int64_t width;
    if (range.lower == 0 || range.lower == INT64_MIN) return atom;
    if (range.upper == INT64_MAX || !checked_sub(range.upper, range.lower, &width))
        width = INT64_MAX;
    const struct sym *above = sym_stand_in(syms, atom, "above", (struct sym_range){0, width});
    return sym_add_const(syms, above, range.lower);
}
