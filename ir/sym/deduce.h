#ifndef IR_SYM_DEDUCE_H
#define IR_SYM_DEDUCE_H

// What follows from the facts, for the files of ir/sym only, from the cheap to
// the dear: bounds and residues of an expression, told divisors, its sign, and
// the search for a counterexample. Every answer is sound; "no" or "any" may
// also mean that it was not found. Answers hold for one generation of facts.

#include "ir/sym/expression.h"

// bounds.c
struct sym_range sym_range(struct syms *, const struct sym *);
struct sym_congruence sym_congruence(struct syms *, const struct sym *);
int64_t bound_add(int64_t, int64_t);
int64_t bound_mul(int64_t, int64_t);
struct sym_range range_scale(struct sym_range, int64_t);
struct sym_congruence congruence_meet(struct sym_congruence, struct sym_congruence, bool *agree);

// facts.c
// Does a fact say that the divisor divides the value?
bool sym_told_divides(const struct syms *, const struct sym *divisor, const struct sym *value);

// atoms.c
// The polynomial in front of an atom that occurs linearly, and the rest; false where it does not.
bool sym_split(struct syms *, const struct sym *, const struct sym *atom, const struct sym **slope,
               const struct sym **rest);
#define MAX_ATOMS 24
// The atoms of all terms, each once; those beyond MAX_ATOMS are left out.
int sym_atoms(const struct sym *, const struct sym **atoms);
// The expression with each atom of its terms replaced by what stands at the same place; unknown
// where that has too many terms to be of use.
const struct sym *sym_replace_atoms(struct syms *, const struct sym *, int n,
                                    const struct sym *const *atoms,
                                    const struct sym *const *values);
// A symbol of the prover's own that stands for an atom, or for what it is above its lower bound.
// `what` tells those for one atom apart.
const struct sym *sym_stand_in(struct syms *, const struct sym *atom, const char *what,
                               struct sym_range);
// atom = lower + what it is above that, where there is a lower bound other than zero.
const struct sym *sym_above_lower(struct syms *, const struct sym *atom);

// coarser.c
// floor(numerator/divisor) by a coarser quotient of the same number, where remainders that were
// told leave one way only; else NULL.
const struct sym *sym_by_coarser(struct syms *, const struct sym *numerator, int64_t divisor);
// numerator % divisor by the remainder of a larger modulus that was told, where that leaves one way
// only; else NULL.
const struct sym *sym_by_told_remainder(struct syms *, const struct sym *numerator,
                                        int64_t divisor);
// A quotient that was told to be a multiple of something, by the coarser one; else as it is.
const struct sym *sym_by_multiple(struct syms *, const struct sym *quotient);

// coarse.c
// As sym_nonnegative, where terms have several quotients of one number.
bool sym_coarse_nonnegative(struct syms *, const struct sym *);

// single.c
// Is it a polynomial of the second degree or a higher one in one symbol, and >= 0 at all values
// between the symbol's bounds? False: not known.
bool sym_single_nonnegative(struct syms *, const struct sym *);

// positive.c
// Is the expression >= 0 wherever the facts hold? False: not known.
bool sym_nonnegative(struct syms *, const struct sym *);
// Without the sizes and the number that all terms share: the same sign, a smaller question.
const struct sym *sym_primitive(struct syms *, const struct sym *);

// cases.c
// The signs that a simplified expression may have, as far as is known. `seen`
// are signs that it is known to have at some values: only the others are worth
// being disproved, first by bounds alone, then for each case of the symbols'
// residues by itself.
enum sym_sign { SIGN_ZERO = 1, SIGN_POSITIVE = 2, SIGN_NEGATIVE = 4, SIGN_ANY = 7 };
unsigned sym_signs_at_once(struct syms *, const struct sym *);
unsigned sym_signs(struct syms *, const struct sym *, unsigned seen);

// witness.c
struct sym_question {
    enum { ASK_EQUAL, ASK_AT_MOST, ASK_DIVIDES } relation;
    const struct sym *a, *b;
};
// EFFORT_FIRST looks at a few of the samples, and ends with the first counterexample.
enum sym_effort { EFFORT_FIRST, EFFORT_SAMPLE, EFFORT_SEARCH };
// Looks for values that the facts allow and for which the statement is false.
// `seen` gets the signs of the difference (b - a; the remainder) that were met.
bool sym_find_witness(struct syms *, const struct sym_question *, enum sym_effort, unsigned *seen,
                      struct proof *);

#endif
