#ifndef FRONTENDS_C_TYPE_TEXT_H
#define FRONTENDS_C_TYPE_TEXT_H

// Type names as they stand in the source, for the two constructs whose types
// libclang hides: the associations of _Generic and sizeof of a variable array.
// Private to frontends/c.

#include "frontends/c/parse/types.h"

// "const struct model *", "unsigned long int", a typedef's name. NULL for what
// is no simple name with stars behind it. `n` bytes of text.
const struct ctype *type_text_parse(struct unit *, const char *text, size_t n);

#endif
