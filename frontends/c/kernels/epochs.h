#ifndef FRONTENDS_C_EPOCHS_H
#define FRONTENDS_C_EPOCHS_H

// Loops over kernels that run long, as those of training: after some rounds that call the same
// kernels on as much memory, one more is followed, and its calls stand for all that are left.
// Private to the interpreter.

#include "frontends/c/interp.h"

struct rounds_memory;

// Of one activation of a loop. All 0 before its first round.
struct epochs {
    int first_call, first_event;  // of the round that is running
    int before_call;              // of the one before it
    uint64_t hash;                // of what that one called
    int n_alike;                  // rounds in a row that called the same
    int64_t counter;              // at the last condition
    int64_t step;                 // of the counter, in each of these rounds
    int64_t limit;                // that it was held against; the same in each of these rounds
    int64_t steps;                // of the interpreter, at the last condition
    int64_t left;                 // rounds that the one at hand stands for; 0: it is one of many
    struct rounds_memory *memory; // where that one began
};

// Before the condition of a loop that decides whether another round is run. May set the loop's
// counter to what it is behind the last round.
void epochs_look(struct eval *, const struct ast *loop, int n_rounds, struct epochs *);
void epochs_forget(struct epochs *);

#endif
