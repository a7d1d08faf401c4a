#ifndef FRONTENDS_REQUIREMENT_H
#define FRONTENDS_REQUIREMENT_H

// A condition of an op that depends on unknown sizes, as a requirement on
// them: the simplest fact under which it holds.

#include "frontends/run.h"

struct proof requirement_prove(struct syms *, const struct obligation *);
// "H % 8 == 0", "H >= 5", "T <= n_ctx". False where the sizes are unknown.
bool requirement_of(struct arena *, struct syms *, const struct obligation *, struct run_fact *);
// False where it contradicts what is known; the table is then of no use any more.
bool requirement_assume(struct syms *, const struct run_fact *);
const char *requirement_string(struct arena *, const struct run_fact *);

#endif
