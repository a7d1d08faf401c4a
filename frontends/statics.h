#ifndef FRONTENDS_STATICS_H
#define FRONTENDS_STATICS_H

// Which static objects a program has, and where the compiler puts them. Those that headers of
// libraries bring, and those that are defined elsewhere, are left out.

#include "frontends/c/unit.h"
#include "ir/statics.h"

void statics_of(struct arena *, struct unit *, struct statics *);

#endif
