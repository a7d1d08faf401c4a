#ifndef FRONTENDS_LEARN_PASS_H
#define FRONTENDS_LEARN_PASS_H

// What learn.c shares with the two kinds of conclusions; private to learn*.c.

#include "frontends/learn.h"

// An obligation of a node that is not proved.
struct open_condition {
    node_id node;
    const struct obligation *obligation;
};

struct pass {
    struct learning *learning;
    const struct run *run;
    VEC(struct open_condition) open;
};

// A condition of this node never holds.
void learn_contradict(struct pass *, node_id);
// Of a node; kept as long as what is learned.
const struct site *learn_site(const struct pass *, node_id);
struct culprit learn_culprit(struct arena *, const struct program *, node_id);
const char *learn_needed_by(const struct pass *, node_id); // "Linear `fc`"
// False for a fact that is there already: where the prover does not see that it implies the
// condition that it came from, the next run asks for the same again, and nothing new is learned.
bool learn_add_fact(struct learning *, const struct run_fact *);

// ---- conclusions from one condition; true if something was learned

// A symbol has one value for which an equation holds (learn_sizes.c).
bool learn_bind_linear(struct pass *, const struct open_condition *);
// All sizes that an equation mentions, alike and as small as possible: a flattened picture is
// taken to be square.
bool learn_bind_by_trying(struct pass *, const struct open_condition *);
// view(x, -1, 784): a product of the batch and one other size is to be divided. The other size
// is taken to be the divisor, so that the batch stays free.
bool learn_bind_divided(struct pass *, const struct open_condition *);
// Exactly which sizes fulfil an equation, where that can be told (learn_requirements.c).
bool learn_require_family(struct pass *, const struct open_condition *);
// The condition as it stands.
bool learn_require_open(struct pass *, const struct open_condition *);

#endif
