#ifndef IR_SYM_EXPRESSION_H
#define IR_SYM_EXPRESSION_H

// How expressions are stored and built, for the files of ir/sym only. What
// follows from the facts about them is asked through ir/sym/deduce.h.
//
// A SUM is constant + terms; a term is a coefficient and a monomial; a monomial
// is an atom or a PRODUCT with coefficient 1; a PRODUCT is a coefficient and
// factors; a factor is an atom and its power. Atoms are everything else but
// constants. Terms and factors are sorted by the hash of what they hold, which
// depends on the expression only, never on the run.
//
// Trees are bounded in depth and weight when they are made, so walking one
// needs no guard of its own.

#include "ir/base/vec.h"
#include "ir/sym/sym.h"

#define MAX_DEPTH 64
#define MAX_WEIGHT 16384

// INT64_MIN and INT64_MAX stand for "no bound".
struct sym_range {
    int64_t lower, upper;
};

// value = residue (mod modulus). Modulus 0: the value is the residue; 1:
// nothing is known.
struct sym_congruence {
    int64_t modulus, residue;
};

// What was told of a symbol, an atom or a monomial.
struct sym_facts {
    struct sym_range range;
    struct sym_congruence congruence;
    const struct sym *equal; // of a symbol: its value in other symbols, or NULL
};

struct sym_factor {
    const struct sym *atom;
    int power;
};

struct sym_term {
    int64_t coefficient;
    const struct sym *monomial;
};

struct sym {
    struct syms *owner;
    enum sym_kind kind;
    bool overflowed;
    bool hidden;            // a symbol of the prover's own, not of the user
    uint32_t depth, weight; // of the tree
    uint32_t contains;      // 1 << kind for every kind in the tree
    uint64_t names;         // a Bloom filter of the symbols in the tree
    uint64_t hash;
    int64_t number; // CONST: value, SUM: constant, PRODUCT: coefficient
    int n;          // terms, factors, arguments
    union {
        const char *name; // VAR, UNKNOWN
        const struct sym_term *terms;
        const struct sym_factor *factors;
        // FLOORDIV, MOD: two; POWER: a prime and the exponent, a monomial; MIN, MAX: two or more,
        // sorted
        const struct sym *const *arguments;
    };
    const struct sym *monomial; // of a PRODUCT: itself with coefficient 1; of an atom: itself
    struct sym_facts *facts;
    // What follows from the facts, valid for one generation of them each.
    uint32_t derived_generation, simple_generation, quotient_generation, text_generation;
    struct sym_range range;
    struct sym_congruence congruence;
    const struct sym *simple;
    const struct sym *quotient; // of a MOD: the floor division of its arguments
    const char *text;
};

// "divisor divides value" where neither a single symbol nor a constant divisor can carry it.
struct sym_divides {
    const struct sym *divisor, *value;
};

#define SMALLEST_CACHED (-64)
#define LARGEST_CACHED 1024

// A polynomial under construction.
struct poly {
    struct syms *syms;
    int64_t constant;
    const struct sym *unknown;               // absorbs everything that is added
    VEC(struct sym_term) terms, spare_terms; // the spare ones are room to sort in
    struct poly *next;
};

// The hash stands in the slot too, so that looking past a stranger does not touch its memory.
struct sym_slot {
    uint64_t hash;
    struct sym *sym; // NULL: free
};

// What one sum, difference or product of two expressions was: the same ones are asked for again
// and again, by every run of a loop's body.
struct sym_made {
    char operation; // '+', '-', '*'; 0: free
    uint32_t generation;
    const struct sym *a, *b, *result;
};

struct syms {
    struct arena *arena;
    struct sym_slot *slots;
    size_t n_slots, n_used;
    const struct sym *small[LARGEST_CACHED - SMALLEST_CACHED + 1];
    struct poly *spare;
    struct sym_made *made; // the newest of those that share a place
    size_t n_made;         // a power of two, or 0
    size_t n_worked_out;
    struct search *search; // the workspace of witness.c
    struct map *proofs;    // answers of this and earlier generations
    struct sym_given given;
    int64_t work; // parts of expressions that were evaluated or rebuilt

    uint32_t generation;          // grows with each fact
    const char *contradiction;    // NULL: the facts agree
    VEC(const struct sym *) told; // those with facts of their own, in the order of telling
    VEC(const struct sym *) nonnegative;
    VEC(const struct sym *) zero;
    VEC(struct sym_divides) divides;
};

// sym.c
const struct sym *sym_intern(struct syms *, struct sym *key);
const struct sym *sym_overflow(struct syms *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const struct sym *sym_too_large(struct syms *);
static inline int sym_order(const struct sym *a, const struct sym *b)
{
    if (a == b) return 0;
    if (a->hash != b->hash) return a->hash < b->hash ? -1 : 1;
    // Two expressions with one hash: any order will do that is the same within the run.
    return a < b ? -1 : 1;
}
// For what is found out of an expression later and kept at it: its range, what it is for.
struct sym *sym_mutable(const struct sym *);
struct sym_facts *sym_facts_of(struct syms *, const struct sym *);
static inline bool sym_has(const struct sym *sym, enum sym_kind kind)
{
    return sym->contains >> kind & 1;
}

// The parts of any expression but an unknown, as constant + terms.
struct sym_parts {
    int64_t constant;
    int n;
    const struct sym_term *terms;
    struct sym_term single;
};
// A sum as constant and terms; of anything else, itself as the only term. `single` must not move.
void sym_parts(const struct sym *, struct sym_parts *);
// The factors of a monomial.
int sym_factors(const struct sym *monomial, struct sym_factor *single,
                const struct sym_factor **factors);

// poly.c
struct poly *poly_open(struct syms *);
void poly_add(struct poly *, int64_t coefficient, const struct sym *);
void poly_add_product(struct poly *, const struct sym *, const struct sym *);
const struct sym *poly_close(struct poly *);
void poly_discard(struct poly *);
const struct sym *sym_power(struct syms *, const struct sym *, int power);
// The monomial without one factor, or divided by another monomial; NULL where it does not divide.
const struct sym *monomial_divide(struct syms *, const struct sym *, const struct sym *divisor);
const struct sym *monomial_gcd(struct syms *, const struct sym *, const struct sym *);
int monomial_lex(const struct sym *, const struct sym *);

// divide.c
int64_t number_gcd(int64_t, int64_t);
int64_t number_floordiv(int64_t a, int64_t b); // b > 0
int64_t number_mod(int64_t a, int64_t b);      // b > 0
// a = divisor * quotient + remainder, no term of the remainder divisible by the leading term.
void sym_long_division(struct syms *, const struct sym *a, const struct sym *divisor,
                       const struct sym **quotient, const struct sym **remainder);
// The exact quotient, or NULL.
const struct sym *sym_exact_quotient(struct syms *, const struct sym *, const struct sym *divisor);

// name.c
// The length of the symbol's name that `text` begins with, as C spells lvalues:
// "hparams.n_embd", "layers[il].wq", "p->n"; 0 if there is none.
size_t name_length(const char *text);

#endif
