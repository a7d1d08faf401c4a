#ifndef FRONTENDS_C_MISTYPED_H
#define FRONTENDS_C_MISTYPED_H

// Errors of the compiler about types of a library, `nn_div(x, 8.0)`: the library's dialect says
// what is wanted, where the compiler names types only.

#include "frontends/c/parse/tu.h"

// Reports the error in the library's words; false: no library has a word for it.
bool mistyped_report(struct tu *, CXSourceLocation, const struct site *, const char *message,
                     struct diags *);
// More values than an initialiser has room for, from this item on; `call` is that which it is
// written in, NULL: none.
void mistyped_excess(struct tu *, CXCursor item, const char *call, const char *message);

#endif
