#ifndef FRONTENDS_UNBOUND_H
#define FRONTENDS_UNBOUND_H

// What --set binds, taken out of a request: what a program accepts must not depend on it.

#include "frontends/run.h"

struct front *unbound_front(const struct front *); // without all of it
// Without what is called as sizes of inputs are ("N", "y.T"), or as those of a plan are; NULL: it
// has none. All live as long as the front's arena.
struct front *unbound_axes(const struct front *);
struct front *unbound_inputs(const struct front *, const struct run_plan *);

#endif
