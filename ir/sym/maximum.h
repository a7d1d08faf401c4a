#ifndef IR_SYM_MAXIMUM_H
#define IR_SYM_MAXIMUM_H

// What stands behind max(a, b, c), for rules that hold term by term.

#include "ir/sym/sym.h"

// What a maximum is taken of; of anything else the thing itself, at `*self`.
int sym_maximum_of(const struct sym *const *self, const struct sym *const **of);

#endif
