#ifndef FRONTENDS_C_PAIR_H
#define FRONTENDS_C_PAIR_H

// Numbers that no register holds: complex ones (C17 6.2.5: a real and an imaginary part) and
// integers of 128 bits (GNU C: a low and a high half). Their types are records (ctype.h: `pair`),
// so that they are stored, copied and handed over as these are; what arithmetic does with them is
// here. Operands may be plain numbers, too. What is not known of an operand is why the result is
// not known. Private to the interpreter, as interp.h.

#include "frontends/c/ast.h"
#include "frontends/c/eval.h"

// ---- pair.c: either of both
bool pair_is(const struct cvalue *); // is it one whose parts can be asked for?
// Arithmetic, with a result of the type. Comparisons are in pair_compare.
struct cvalue pair_binary(struct eval *, enum ast_op, const struct cvalue *, const struct cvalue *,
                          const struct ctype *, const struct ast *);
struct cvalue pair_unary(struct eval *, enum ast_op, const struct cvalue *, const struct ctype *,
                         const struct ast *);
// From or to one of them.
struct cvalue pair_convert(struct eval *, const struct cvalue *, const struct ctype *,
                           const struct ast *);
// False where it is not known whether the comparison holds.
bool pair_compare(struct eval *, enum ast_op, const struct cvalue *, const struct cvalue *,
                  const struct ast *, bool *holds);

// ---- complex.c
// Real and imaginary part; of a plain number the latter is 0.
void complex_parts(struct eval *, const struct cvalue *, const struct ast *,
                   struct cvalue parts[2]);
// A number of the complex type; the parts are converted to its parts' type.
struct cvalue complex_make(struct eval *, const struct ctype *, const struct cvalue parts[2],
                           const struct ast *);
struct cvalue complex_binary(struct eval *, enum ast_op, const struct cvalue *,
                             const struct cvalue *, const struct ctype *, const struct ast *);
struct cvalue complex_unary(struct eval *, enum ast_op, const struct cvalue *, const struct ctype *,
                            const struct ast *);

// ---- wide.c
// As a plain integer of 64 bits or a symbol, where it is one; else false.
bool wide_narrow(struct eval *, const struct cvalue *, struct cvalue *);
struct cvalue wide_binary(struct eval *, enum ast_op, const struct cvalue *, const struct cvalue *,
                          const struct ctype *, const struct ast *);
struct cvalue wide_unary(struct eval *, enum ast_op, const struct cvalue *, const struct ctype *,
                         const struct ast *);
struct cvalue wide_from(struct eval *, const struct cvalue *, const struct ctype *,
                        const struct ast *);
struct cvalue wide_to(struct eval *, const struct cvalue *, const struct ctype *,
                      const struct ast *);
bool wide_compare(struct eval *, enum ast_op, const struct cvalue *, const struct cvalue *,
                  bool *holds);
// The exact sum, difference or product in the integer type; false where one operand is not known.
// `fits`: the type has it.
bool wide_checked(struct eval *, enum ast_op, const struct cvalue *, const struct cvalue *,
                  const struct ctype *, struct cvalue *, bool *fits);

#endif
