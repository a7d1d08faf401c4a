#ifndef IR_VERIFY_H
#define IR_VERIFY_H

// What must hold of every program, whoever made it: ids point at things that
// are there and earlier, results and producers agree, a view lies in its
// base's storage, every node runs once. Passes may rely on it; debug builds
// check it after each.

#include "ir/graph.h"

// NULL if all holds, else the first thing that does not: "n4: v9 is used before it is made".
const char *program_verify(struct arena *, const struct program *);

#endif
