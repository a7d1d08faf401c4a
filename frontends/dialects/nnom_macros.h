#ifndef FRONTENDS_DIALECTS_NNOM_MACROS_H
#define FRONTENDS_DIALECTS_NNOM_MACROS_H

// How the library that the program is linked with was built: macros of its nnom_port.h, on which no
// declaration depends.

#include "frontends/c/unit.h"

// Defined by a flag, by a `#define` of a port that was read, or, with shapeprof's own declarations,
// anywhere before them, where a struct of that name tells it.
bool nnom_macros_have(const struct unit *, const char *macro, const char *told_by);

#endif
