#ifndef FRONTENDS_GATHER_H
#define FRONTENDS_GATHER_H

// All models of one program: its files are parsed and linked, entries found,
// each run. Private to frontends/.

#include "frontends/front.h"

void gather_program(struct arena *, const struct front_request *, struct front_result *);

#endif
