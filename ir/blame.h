#ifndef IR_BLAME_H
#define IR_BLAME_H

// From a call that is wrong to the finding that a user reads: which argument,
// both shapes, which dimension, where each operand came from, what would mend
// it. Shared by ir/build.c, for what is plain at once, and analyzer/shapes.c,
// for what symbols decide.

#include "ir/graph.h"

// The call was refused whatever the sizes are: "Conv2d `stem`: <refusal>".
struct diag *blame_refusal(struct program *, node_id, enum diag_id, const char *refusal,
                           const char *fix);
// A condition of the call does not hold (verdict REFUTED: an error, with the
// witness if there is one) or could not be decided (OPEN: a note with the reason).
struct diag *blame_obligation(struct program *, node_id, const struct obligation *,
                              const struct proof *);

// "Linear `fc`" for the op of a leaf, "add in BasicBlock `layer1.0`", "add".
const char *blame_node(struct arena *, const struct program *, node_id);

#endif
