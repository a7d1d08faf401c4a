#ifndef FRONTENDS_UNBOUND_H
#define FRONTENDS_UNBOUND_H

// What --set binds, taken out of a request: what a program accepts must not depend on it.

#include "frontends/run.h"

struct front *unbound_front(const struct front *); // without all of it
// Without sizes of inputs; NULL: it has none.
struct front *unbound_axes(const struct front *);

#endif
