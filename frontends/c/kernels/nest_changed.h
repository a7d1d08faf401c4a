#ifndef FRONTENDS_C_NEST_CHANGED_H
#define FRONTENDS_C_NEST_CHANGED_H

// Which variables a loop changes, and which of them go up or down by the same in each round.
// Private to nest*.c.

#include "frontends/c/kernels/nest_walk.h"

struct nest_changed {
    const struct variable *variable;
    int64_t offset; // of a part of a record
    const struct ctype *type;
    const struct ast *write; // the only one; NULL: there are several, or not in each round
    bool in_condition;       // it is written there, once more than there are rounds (but for `do`)
    const struct sym *step;  // what each round adds; NULL: nobody knows
    bool wanders;            // a pointer that is somewhere behind the same root in each round
    struct nest_value start;
    const struct sym *trial; // the symbol that it holds while that is tried; NULL: it is not
};

struct nest_changes {
    VEC(struct nest_changed) all;
    bool continues; // a round may end before its body does
};

// Variables from outside that a branch may set get the binding that they have before it, if they
// had none so far. True: it may set some variable, or part of one, that it does not declare.
bool nest_changed_outside(struct nest_walk *, const struct ast *branch);
struct nest_changes nest_changed_by(struct nest_walk *, const struct ast *loop);
// Values before the first round are kept in `start`; from `go` on the variables hold what they do
// at the beginning of round `k`.
void nest_changed_begin(struct nest_walk *, struct nest_changes *, const struct sym *k);
void nest_changed_go(struct nest_walk *, const struct nest_changes *, const struct sym *k);
// Those whose step is not seen by the form of one statement hold symbols of their own until the
// next call; false: there are none. It takes a walk over one round to see by how much it changes
// them.
bool nest_changed_try(struct nest_walk *, struct nest_changes *);
void nest_changed_tried(struct nest_walk *, struct nest_changes *, const struct sym *k);
// What they hold behind `n` rounds.
void nest_changed_end(struct nest_walk *, struct nest_changes *, const struct nest_round *,
                      bool unsure);

#endif
