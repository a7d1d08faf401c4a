#ifndef FRONTENDS_C_READS_H
#define FRONTENDS_C_READS_H

// Private to the interpreter, as interp.h.

#include "frontends/c/ast.h"
#include "frontends/c/unit.h"
#include "ir/base/map.h"

// Does a call leave what its argument for this parameter points to as it is, and keep no pointer to
// it? False: not known.
bool reads_only(struct arena *scratch, struct unit *, struct function *, int parameter);

#endif
