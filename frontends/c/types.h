#ifndef FRONTENDS_C_TYPES_H
#define FRONTENDS_C_TYPES_H

// libclang's types as ours. Equal types are one object, also across the files
// of a unit; only arrays of variable length are each their own. Private to
// frontends/c.

#include "frontends/c/link.h"

const struct ctype *types_lower(struct tu *, CXType);
// Of an expression or declaration; arrays and functions that libclang reports
// where C has adjusted a parameter to a pointer are adjusted here too.
const struct ctype *types_of(struct tu *, CXCursor);
const struct ctype *types_of_value(struct tu *, CXCursor);
const struct ctype *types_pointer(struct unit *, const struct ctype *element);
enum pointee { POINTEE_PLAIN, POINTEE_CONST };
const struct ctype *types_pointer_to(struct unit *, const struct ctype *element, enum pointee);
// `type` as a parameter: arrays and functions become pointers.
const struct ctype *types_adjusted(struct unit *, const struct ctype *type);
const struct ctype *types_named(struct unit *, const char *spelling);
// "unsigned long" and the like; NULL for other names.
const struct ctype *types_basic(struct unit *, const char *spelling);
void types_open(struct unit *, struct tu *);

#endif
