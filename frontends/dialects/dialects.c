// The libraries that the interpreter knows, from dialects.def.

#include "frontends/c/dialect.h"

#define DIALECT(name) extern const struct dialect name##_dialect;
#include "frontends/dialects/dialects.def"
#undef DIALECT

const struct dialect *const dialect_all[] = {
#define DIALECT(name) &name##_dialect,
#include "frontends/dialects/dialects.def"
#undef DIALECT
    NULL};
