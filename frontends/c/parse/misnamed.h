#ifndef FRONTENDS_C_MISNAMED_H
#define FRONTENDS_C_MISNAMED_H

// Calls with named arguments, `nn_conv(3, .stride = 2)`, go through macros. If the name is wrong
// there is no macro, and what the compiler complains about is the point before the argument.

#include "frontends/c/parse/tu.h"

// What the user may have meant: "; there is no function `nn_conv`, did you mean `nn_conv1d`?"; ""
// for another message, or where no name is near.
const char *misnamed_call(struct tu *, CXSourceLocation, const char *message);
// The same for a member that a record has not: "; did you mean `stride`?", or all that there is.
// Spell checking is off in libclang: with it, clang would go on with its guess.
const char *misnamed_member(struct tu *, const char *message);

#endif
