// Products of sizes that are halved again and again, compared at once: each quotient is told by the
// coarsest one of the same number, and what is left between bounds is put at its ends.

#include "ir/base/checked.h"
#include "ir/sym/deduce.h"

#include <inttypes.h>
#include <stdio.h>

#define MAX_ENDS 128 // of bounded symbols, all combinations
#define MAX_VALUES 8

// A symbol is a quotient by 1.
static bool as_quotient(const struct sym *atom, const struct sym **numerator, int64_t *divisor)
{
    *numerator = atom->kind == SYM_FLOORDIV ? atom->arguments[0] : atom;
    *divisor = 1;
    if (atom->kind == SYM_FLOORDIV) return sym_is_const(atom->arguments[1], divisor);
    return atom->kind == SYM_VAR;
}

// The next coarser of the quotients: floor(n/D) for floor((n + c)/d) where d divides D, with the
// least such D; -1 if there is none.
static int next_coarser(struct syms *syms, int n, const struct sym *const *atoms, int fine,
                        int64_t *c)
{
    const struct sym *numerator, *other;
    int64_t divisor, least = INT64_MAX, larger, shift;
    int found = -1;
    if (!as_quotient(atoms[fine], &numerator, &divisor)) return -1;
    for (int k = 0; k < n; k++) {
        if (atoms[k]->kind != SYM_FLOORDIV || !as_quotient(atoms[k], &other, &larger) ||
            larger <= divisor || larger >= least || larger % divisor ||
            numerator->names != other->names ||
            !sym_is_const(sym_sub(syms, numerator, other), &shift))
            continue;
        least = larger;
        found = k;
        *c = shift;
    }
    return found;
}

// With n = D*Q + s and c = d*m + r, floor((n + c)/d) = (D/d)*Q + m + floor((s + r)/d), and the last
// lies between 0 and (D - 1 + r)/d. NULL where numbers are too large.
static const struct sym *by_coarser(struct syms *syms, const struct sym *fine,
                                    const struct sym *coarse, const struct sym *value, int64_t c)
{
    const struct sym *numerator;
    int64_t d, larger, most;
    char what[40];
    if (!as_quotient(fine, &numerator, &d) || !as_quotient(coarse, &numerator, &larger))
        return NULL;
    int64_t r = number_mod(c, d);
    if (!checked_add(larger - 1, r, &most)) return NULL;
    most /= d;
    snprintf(what, sizeof what, "rest %" PRId64, most);
    const struct sym *rest = sym_stand_in(syms, fine, what, (struct sym_range){0, most});
    const struct sym *whole = sym_mul_const(syms, value, larger / d);
    return sym_add(syms, sym_add_const(syms, whole, number_floordiv(c, d)), rest);
}

// The atom in terms of what its coarsest quotient is above its lower bound; NULL where numbers are
// too large. `coarser` counts those that have a coarser one.
static const struct sym *told_by_coarsest(struct syms *syms, int n, const struct sym *const *atoms,
                                          int atom, int *coarser)
{
    int64_t c = 0;
    int next = next_coarser(syms, n, atoms, atom, &c);
    if (next < 0) return sym_above_lower(syms, atoms[atom]);
    ++*coarser;
    const struct sym *value = told_by_coarsest(syms, n, atoms, next, coarser);
    return value ? by_coarser(syms, atoms[atom], atoms[next], value, c) : NULL;
}

// The first symbol of the terms that lies between two numbers and is to be put at them: at its ends
// only where the expression grows or falls with it as a line does, else at each of a few values.
static const struct sym *bounded_atom(struct syms *syms, const struct sym *sym, int64_t *step)
{
    const struct sym *atoms[MAX_ATOMS], *slope, *rest;
    int n = sym_atoms(sym, atoms);
    for (int i = 0; i < n; i++) {
        struct sym_range range = sym_range(syms, atoms[i]);
        if (atoms[i]->kind != SYM_VAR || range.lower == INT64_MIN || range.upper == INT64_MAX ||
            !checked_sub(range.upper, range.lower, step))
            continue;
        bool line = sym_split(syms, sym, atoms[i], &slope, &rest) &&
                    !sym_mentions(slope, atoms[i]) && !sym_mentions(rest, atoms[i]);
        if (!line && *step > MAX_VALUES) continue;
        if (!line || *step == 0) *step = 1;
        return atoms[i];
    }
    return NULL;
}

// Never negative at any of the ends of the bounded symbols: with all others at any value, a line is
// least at one of its ends. Interval arithmetic alone loses terms such as -N*rest, whose least
// value another term makes up for.
static bool nonnegative_at_ends(struct syms *syms, const struct sym *sym, int *left)
{
    int64_t step;
    if (sym->kind == SYM_UNKNOWN) return false;
    if (sym_range(syms, sym).lower >= 0) return true;
    const struct sym *var = bounded_atom(syms, sym, &step);
    if (!var) return false;
    struct sym_range range = sym_range(syms, var);
    for (int64_t value = range.lower;; value += step) {
        const struct sym *at = sym_substitute(syms, sym, var, sym_const(syms, value));
        if (--*left < 0 || !nonnegative_at_ends(syms, at, left)) return false;
        if (value > range.upper - step) return true;
    }
}

bool sym_coarse_nonnegative(struct syms *syms, const struct sym *sym)
{
    const struct sym *atoms[MAX_ATOMS], *values[MAX_ATOMS];
    int n = sym_atoms(sym, atoms), coarser = 0, left = MAX_ENDS;
    for (int i = 0; i < n; i++) {
        values[i] = told_by_coarsest(syms, n, atoms, i, &coarser);
        if (!values[i]) return false;
    }
    return coarser &&
           nonnegative_at_ends(syms, sym_replace_atoms(syms, sym, n, atoms, values), &left);
}
