#ifndef FRONTENDS_C_MISTYPED_H
#define FRONTENDS_C_MISTYPED_H

// Errors of the compiler about types of a library, `nn_div(x, 8.0)`: the library's dialect says
// what is wanted, where the compiler names types only.

#include "frontends/c/tu.h"

// Reports the error in the library's words; false: no library has a word for it.
bool mistyped_report(struct tu *, CXSourceLocation, const struct site *, const char *message,
                     struct diags *);

#endif
