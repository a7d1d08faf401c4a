#ifndef FRONTENDS_C_LOWER_EXCESS_H
#define FRONTENDS_C_LOWER_EXCESS_H

// More values in braces than an object has room for.

#include "frontends/c/lower/lower.h"

// The name of the call, made by a macro, in whose arguments the item stands; NULL: in none.
const char *excess_call(struct lowering *, CXCursor item);
void excess_report(struct lowering *, CXCursor item, const char *what);
// Instead of the one value that is left: nothing more is said because of it.
struct ast *excess_hole(struct lowering *, CXCursor list, const struct ctype *, const char *what);

#endif
