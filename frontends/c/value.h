#ifndef FRONTENDS_C_VALUE_H
#define FRONTENDS_C_VALUE_H

// Arithmetic, conversions and comparisons of C values, as the target's compiler
// does them; operands may be numbers, symbolic, pointers or unknown. A condition
// that nothing decides is followed both ways (paths.c). Private to the
// interpreter, as interp.h.

#include "frontends/c/ast.h"
#include "frontends/c/eval.h"

// Where a condition stands, so that an unknown one can look at both ways.
// `negated`: the owner's condition is true where this one is false.
struct hint {
    const struct ast *owner; // the statement or ?: that it steers; NULL: none
    bool negated;
    bool true_is_final, false_is_final; // does this value settle the owner's condition?
    bool once;                          // a loop that was followed once already: leave it
    bool loop;
    int rounds;   // of the loop, that were followed
    bool counted; // what decides it is in loop_counts
};

// ---- convert.c
// The value in another type. Symbols are taken to fit; where that is no matter of course it is
// noted as an assumption.
struct cvalue value_convert(struct eval *, const struct cvalue *, const struct ctype *,
                            const struct ast *);

// ---- value.c: arithmetic; value_make.c: values made and read back
// A symbolic result in a type. That signed sizes do not pass the type's range is taken for granted,
// since their overflow is no valid program; of types that wrap it is noted as assumed.
struct cvalue value_fit(struct eval *, const struct sym *, const struct ctype *,
                        const struct ast *);
// Operands are of one type already (shifts: each its own), comparisons yield an int.
struct cvalue value_binary(struct eval *, enum ast_op, const struct cvalue *, const struct cvalue *,
                           const struct ctype *result, const struct ast *);
// The operand, promoted already, in the result's type: `-`, `+`, `~`.
struct cvalue value_unary(struct eval *, enum ast_op, const struct cvalue *, const struct ctype *,
                          const struct ast *);
// What a register of the integer type holds after the low bits of the number are put into it.
int64_t value_wrap(const struct ctype *, int64_t);
// A finding where signed arithmetic of C leaves the type.
void value_check_overflow(struct eval *, const struct ast *, enum ast_op, const struct ctype *,
                          int64_t a, int64_t b);
// Likewise of a shift by a count that the left side has no bits for.
void value_check_shift(struct eval *, const struct ast *, enum ast_op, const struct cvalue *a,
                       const struct cvalue *b);
// The arithmetic of one integer type; false on a division by zero.
bool value_integer_op(enum ast_op, const struct ctype *operands, int64_t a, int64_t b, int64_t *);
// Stands for the result of what went wrong: unknown, and never a symbol that one could set.
struct cvalue value_blank(struct eval *, const struct ctype *, const char *reason);

// ---- compare.c: comparisons and the truth of values, open ones decided by paths.c
// Of two values of one type. Where facts do not decide it, the side that this run takes, and it is
// a fact from then on.
bool compare_values(struct eval *, enum ast_op, const struct cvalue *, const struct cvalue *,
                    const struct ast *, struct hint);
// Something steps by this number: what holds for a few counts of rounds need not for more. Of a
// number that a loop left behind, no closed form is taken; of a symbol, none in it.
void compare_note_steps(struct eval *, const struct cvalue *);
// Is the value other than 0? Likewise.
bool compare_truth(struct eval *, const struct cvalue *, const struct ast *, struct hint);
// The order of two pointers as integers: -1, 0, 1.
int compare_pointers(struct eval *, const struct cvalue *, const struct cvalue *);

// ---- paths.c
// Does the statement end the function or the program, whatever happens in it?
bool path_ends(struct eval *, const struct ast *statement);
// The side of a condition that this run follows; the decision is recorded, so that another run can
// take the other. `opposite` is how its negation reads.
bool path_decide(struct eval *, const struct ast *, const struct claim *condition,
                 const struct claim *opposite, struct hint);
// The side where what decides is lost: the one that does not end the program, else `holds`.
bool path_take(struct eval *, const struct ast *, bool holds, const struct claim *condition,
               const struct claim *opposite, struct hint);

#endif
