#ifndef IR_ENGINE_H
#define IR_ENGINE_H

// Who computes the numbers of a program that is still being recorded. The run
// time of nn.h knows this table only; the executor fills it (analyzer/exec/live.c
// defines engine_default), and the linker brings both together, so that
// frontends need not know who it is.
//
// A program is run in the order in which it was recorded, up to its end, when a
// number is asked for. Calls that cannot be run leave their results without
// numbers, for a reason, and so do calls that need them; the others are run.

#include "ir/kernel.h"

struct engine_run; // one program, running

// A module's call whose gradients somebody wants to see.
struct engine_call {
    int call; // index into the program's calls
    int n_in;
    const value_id *in;
};

// Of the generator of nn_set_random: floats by `a` and `b`, integers below `below`.
struct engine_random {
    uint32_t seed;
    double a, b;
    int64_t below;
};

enum engine_after { ENGINE_FORGET, ENGINE_RETAIN }; // what backward reads is kept for another one

struct engine_backward {
    value_id loss, gradient; // gradient 0: ones
    enum engine_after after;
    int n_calls; // in the order of their index
    const struct engine_call *calls;
    // Told of each of them to whose outputs a gradient came, innermost and last ones first: when
    // the gradients of all inputs are complete, or, if no input wants one, when those of its
    // outputs are. dtype NONE: not wanted, or none came. n_in and as many as the call's outputs.
    void (*told)(void *user, int index, const struct tensor *grad_input,
                 const struct tensor *grad_output);
    void *user;
};

struct engine {
    struct engine_run *(*open)(const struct program *, uint32_t seed);
    void (*close)(struct engine_run *);
    // For numbers that are drawn from now on.
    void (*seed)(struct engine_run *, uint32_t seed);
    // Runs what was recorded since.
    void (*advance)(struct engine_run *);
    // A value with its numbers, as of now; NULL: there are none, and why. Until the next call.
    const struct tensor *(*tensor)(struct engine_run *, value_id, const char **why);
    // Its numbers row-major. The address stays the same, the numbers are as of the last call.
    const void *(*numbers)(struct engine_run *, value_id, const char **why);
    // Memory for new numbers of a value that no call makes; calls that were run keep the old
    // ones. NULL: there is none, and why.
    const struct tensor *(*renew)(struct engine_run *, value_id, const char **why);
    void (*fill)(const struct tensor *, const struct engine_random *);
    // A value of the program that is to have these numbers.
    void (*adopt)(struct engine_run *, value_id, const struct tensor *);
    // Gives back the memory of what nodes from this one on made.
    void (*let_go)(struct engine_run *, node_id first);
    // Adds to the gradients of leaves: what no call makes, and VALUE_LEAF. False, and why.
    bool (*backward)(struct engine_run *, const struct engine_backward *, const char **why);
    const struct tensor *(*gradient)(struct engine_run *, value_id); // NULL: none came
    void (*drop_gradient)(struct engine_run *, value_id);
};

extern const struct engine engine_default;

#endif
