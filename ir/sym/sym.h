#ifndef IR_SYM_SYM_H
#define IR_SYM_SYM_H

// A symbolic integer: a constant, a named symbol, or an expression of them.
// Expressions are interned in one normal form (a sum of products with sorted
// factors; floor division, modulo, powers of a number, min and max as atoms), so equal expressions
// are the same pointer and == decides structural equality.
//
// "Unknown" is a value with a reason. Arithmetic on it is unknown again and
// keeps the first reason. 64-bit overflow of a constant never wraps: it gives
// an unknown whose reason names the two operands (sym_overflowed tells).
//
// A named symbol stands for a size unless made otherwise: it is >= 0.

#include "ir/base/arena.h"
#include <stdbool.h>
#include <stdint.h>

struct sym;
struct syms; // the table of all expressions and of the facts about symbols

enum sym_kind {
    SYM_CONST,
    SYM_VAR,
    SYM_SUM,     // of terms: constant + products with integer coefficients
    SYM_PRODUCT, // coefficient x atoms (with powers)
    SYM_FLOORDIV,
    SYM_MOD,   // floor modulo: the sign of the divisor
    SYM_POWER, // of a prime number: 2^n
    SYM_MIN,
    SYM_MAX,
    SYM_UNKNOWN
};

// An empty table. Its expressions are the arena's and live as long; none is ever taken out of it.
struct syms *syms_open(struct arena *);
struct arena *syms_arena(const struct syms *); // that it was opened with

// Each function that makes an expression gives its normal form: equal ones are the same pointer.
const struct sym *sym_const(struct syms *, int64_t);
const struct sym *sym_var(struct syms *, const char *name); // the same name is the same symbol
// Nobody knows it, for the reason; it stands for everything that is made of it.
const struct sym *sym_unknown(struct syms *, const char *reason);

// Where numbers in the result pass 64 bits it is an unknown that says so (sym_overflowed).
const struct sym *sym_add(struct syms *, const struct sym *, const struct sym *);
const struct sym *sym_sub(struct syms *, const struct sym *, const struct sym *); // a - b
const struct sym *sym_mul(struct syms *, const struct sym *, const struct sym *);
const struct sym *sym_neg(struct syms *, const struct sym *);
// Rounding down / up. A zero divisor gives an unknown with that reason. Of sym_mod the rest that
// rounding down leaves: its sign is the divisor's.
const struct sym *sym_floordiv(struct syms *, const struct sym *, const struct sym *);
const struct sym *sym_ceildiv(struct syms *, const struct sym *, const struct sym *);
const struct sym *sym_mod(struct syms *, const struct sym *, const struct sym *);
// base^exponent of a number >= 1. As with divisions, what becomes simpler does so wherever the
// exponent is >= 0; a number below 0 gives an unknown with that reason.
const struct sym *sym_pow(struct syms *, int64_t base, const struct sym *exponent);
// C's `/` and `%`: toward zero. Equal to the floor forms where both signs are known.
const struct sym *sym_truncdiv(struct syms *, const struct sym *, const struct sym *);
const struct sym *sym_truncmod(struct syms *, const struct sym *, const struct sym *);
// The one that facts tell to be the smaller (larger); else an expression of both, without those
// that can never be it.
const struct sym *sym_min(struct syms *, const struct sym *, const struct sym *);
const struct sym *sym_max(struct syms *, const struct sym *, const struct sym *);
// A minimum or maximum of the rest of what it is taken of; NULL: `argument` is none of that.
const struct sym *sym_choice_without(struct syms *, const struct sym *choice,
                                     const struct sym *argument);
// Short forms with a constant on the right.
const struct sym *sym_add_const(struct syms *, const struct sym *, int64_t);
const struct sym *sym_mul_const(struct syms *, const struct sym *, int64_t);
const struct sym *sym_floordiv_const(struct syms *, const struct sym *, int64_t);

// What an expression is as it stands: facts that came after it was made change nothing of it.
enum sym_kind sym_kind(const struct sym *);
bool sym_is_const(const struct sym *, int64_t *value); // value may be NULL
bool sym_is(const struct sym *, int64_t value);        // is it this constant?
const char *sym_name(const struct sym *);   // SYM_VAR: name; SYM_UNKNOWN: reason; else NULL
bool sym_overflowed(const struct sym *);    // unknown because 64 bits were passed
bool sym_has_quotients(const struct sym *); // anywhere in it
uint64_t sym_hash(const struct sym *);      // depends on the expression only, not on the run

// An engineer's spelling: `256*N`, `4*B*T*(3*C + 1)`, `(H + 1)/2`, `min(T, 8)`,
// `?` for an unknown.
const char *sym_string(struct arena *, const struct sym *);
// The inverse; names become symbols. NULL and a reason (if asked) on bad text.
const struct sym *sym_parse(struct syms *, const char *text, const char **error);

// An expression of another table in this one, where its symbols are those of the same names; NULL
// of an unknown.
const struct sym *sym_brought(struct syms *, const struct sym *of_another);

// Facts. Each may be told again; contradictory ones make every question
// answer `open` with that reason and return false.
// Of an unknown, or where the 64 bits do not hold what follows, nothing is learned.
bool sym_assume_at_least(struct syms *, const struct sym *, int64_t minimum);
bool sym_assume_at_most(struct syms *, const struct sym *, int64_t maximum);
bool sym_assume_divides(struct syms *, int64_t divisor, const struct sym *);
bool sym_assume_equal(struct syms *, const struct sym *, const struct sym *);
void sym_allow_negative(struct syms *, const struct sym *var); // a symbol that is no size

// The expression under all facts told so far. Expressions made before a fact
// stay as they are; questions look at them through this.
const struct sym *sym_simplify(struct syms *, const struct sym *);

// Bounds that follow from the facts; INT64_MIN / INT64_MAX where none does.
int64_t sym_lower(struct syms *, const struct sym *);
int64_t sym_upper(struct syms *, const struct sym *);

// Questions. A refuted one has a witness: values of the symbols, allowed by
// the facts, for which the statement is false.
enum verdict { VERDICT_PROVED, VERDICT_REFUTED, VERDICT_OPEN };
#define N_VERDICTS (VERDICT_OPEN + 1)

struct sym_binding {
    const struct sym *var;
    int64_t value;
};

struct proof {
    enum verdict verdict;
    int n_witness;
    const struct sym_binding *witness;
    // The statement's two sides at the witness: "N=3 gives 515 against 512".
    int64_t witness_a, witness_b;
    bool always;        // REFUTED: false for every value, not only at the witness
    const char *reason; // OPEN: why
};

// "H=3, N=1", the values of a counterexample.
const char *proof_witness_string(struct arena *, const struct proof *);

// For all values of the symbols that the facts allow.
// An unknown, or a divisor 0, leaves the question open with that reason.
struct proof sym_prove_equal(struct syms *, const struct sym *a, const struct sym *b);
struct proof sym_prove_at_most(struct syms *, const struct sym *a, const struct sym *b); // a <= b
// Is a <= b proved? Cheaper than asking for the proof, as no time is spent on refuting.
bool sym_is_at_most(struct syms *, const struct sym *a, const struct sym *b);
struct proof sym_prove_divides(struct syms *, const struct sym *divisor, const struct sym *);
// Do the facts allow the value? False too where they tie the symbol to others.
bool sym_allows(struct syms *, const struct sym *var, int64_t value);
// How much questions have cost so far, in parts of expressions; the same on every machine.
int64_t syms_work(const struct syms *);
// Grows with each fact: what was found out holds while it is the same.
uint32_t syms_generation(const struct syms *);

// What symbols are to be that ops make, by their names; `used` is set where one was.
struct sym_given {
    int n;
    const char *const *names;
    const int64_t *values;
    bool *used;
};

// For the symbols that are made from now on; the lists stay the caller's and must outlive the
// table.
void sym_give(struct syms *, const struct sym_given *);
// A symbol that no expression has yet: `name`, then `name_2`; or the value that is given for it.
const struct sym *sym_fresh(struct syms *, const char *name);
// All symbols that were made so far and not by the engine for itself, sorted by name; the list is
// the table's arena's.
int syms_vars(struct syms *, const struct sym ***vars);
// a <= b without what both sides share: with terms of one sign on each side and
// without the sizes that divide all of them. 4*B*h*T^2 and 16*B*T*C give h*T and 4*C.
void sym_sides(struct syms *, const struct sym *a, const struct sym *b, const struct sym **left,
               const struct sym **right);

// The symbols in an expression, each once, sorted by name; the list is the arena's.
int sym_vars(struct arena *, const struct sym *, const struct sym ***vars);
// The expression with a value in place of the symbol, in its normal form.
const struct sym *sym_substitute(struct syms *, const struct sym *, const struct sym *var,
                                 const struct sym *value);
// The same for several at once, symbols or divisions; the largest part that is listed
// is replaced, and nothing inside of a value.
struct sym_replacement {
    const struct sym *atom, *value;
};
const struct sym *sym_replace(struct syms *, const struct sym *, int n,
                              const struct sym_replacement *);
// An expression of another table in this one: its symbols, the atoms, become the values, which are
// of this table. A symbol that is not listed makes it unknown.
const struct sym *sym_carry(struct syms *to, const struct sym *, int n,
                            const struct sym_replacement *);
// Tells `to` what is known of the symbols of `from`, by their names. False: it contradicts what was
// told before.
bool sym_carry_facts(struct syms *to, struct syms *from);
// Which way an expression goes as the symbol grows, whatever the others are that facts allow.
enum sym_trend { TREND_NONE, TREND_RISING, TREND_FALLING, TREND_UNKNOWN };
enum sym_trend sym_trend_in(struct syms *, const struct sym *, const struct sym *var);
// Does the symbol occur in it as it stands?
bool sym_mentions(const struct sym *, const struct sym *var);
// Of min(a, b) + c: a + c and b + c, of which it is the least. How many there are, at most `limit`;
// 0: it is no such sum.
int sym_least_of(struct syms *, const struct sym *, int limit, const struct sym **of);
// The quotients and remainders in an expression, each once; those inside of others left out.
int sym_divisions(struct arena *, const struct sym *, const struct sym ***divisions);
// Does a == b say that one size divides another, and no more? n == m*((n - 1)/m + 1) says that m
// divides n.
bool sym_says_divides(struct syms *, const struct sym *a, const struct sym *b,
                      const struct sym **divisor, const struct sym **dividend);
// The value with all symbols bound; false when a symbol is missing, on
// overflow, division by zero or an unknown.
bool sym_evaluate(const struct sym *, const struct sym_binding *, int n, int64_t *value);
// The value of `var` for which a == b, where it occurs linearly: false if it does not.
bool sym_solve(struct syms *, const struct sym *a, const struct sym *b, const struct sym *var,
               const struct sym **value);

#endif
