#ifndef FRONTENDS_C_COMPARE_H
#define FRONTENDS_C_COMPARE_H

// What comparisons of several kinds of values share; value.h has those of any values. Operators
// are the six of C: < > <= >= == !=.

#include "frontends/c/value.h"

// Does the comparison hold of values in this order (below 0: the first is less; 0: equal)?
bool compare_order_holds(enum ast_op, int order);

// ---- compare_symbols.c: symbolic integers, neither of which need be a symbol

// Proved or refuted where the facts say so, which costs no path; else the side that this run
// follows, and the facts have it from here on. The expression is what the user is told of.
bool compare_symbols(struct eval *, enum ast_op, const struct sym *, const struct sym *,
                     const struct ast *, struct hint);
// Do the facts say whether it holds?
bool compare_symbols_decided(struct eval *, enum ast_op, const struct sym *, const struct sym *);
// Is it a bound of one symbol, as n > 48?
bool compare_symbols_threshold(struct eval *, const struct sym *, const struct sym *);

#endif
