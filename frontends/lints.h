#ifndef FRONTENDS_LINTS_H
#define FRONTENDS_LINTS_H

// What is wrong with functions whether or not a run comes to them.

#include "frontends/c/unit.h"

// After the runs: looks at the functions that were lowered for them, and at those of files that
// mention what a library's lints are about.
void lints_find(struct arena *, struct unit *, struct diags *);

#endif
