#ifndef FRONTENDS_C_SETTLE_H
#define FRONTENDS_C_SETTLE_H

// Private to the interpreter, as interp.h.

#include "frontends/c/place.h"

// Before a value of the type is copied from there: what is unknown in it becomes symbols and
// memory of their own, so that both copies hold the same ones.
void settle_before_copy(struct eval *, const struct place *from, const struct ctype *,
                        const struct ast *);
// The same before so many bytes are copied, as elements of the object's type.
void settle_bytes_before_copy(struct eval *, const struct place *from, int64_t n,
                              const struct ast *);

#endif
