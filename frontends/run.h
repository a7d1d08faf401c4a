#ifndef FRONTENDS_RUN_H
#define FRONTENDS_RUN_H

// One run of one entry in the interpreter, under a plan: which inputs, which
// facts about symbols, which side at unknown branches. A run has a table of
// symbols of its own, so that what is assumed for one entry says nothing about
// another; plans name symbols by text.

#include "frontends/entries.h"
#include "frontends/front.h"
#include "ir/requirement.h"

#define MAX_RUN_INPUTS 8

struct run_input {
    const char *name;
    enum dtype dtype;
    int rank;
    const char *dim[MAX_RANK]; // expressions
    bool is_guess;             // the user did not say what its sizes are called
};

// A requirement on symbols that holds in the run, and what made it one.
struct run_fact {
    struct requirement requirement;
    const char *why; // NULL: said elsewhere
    const struct site *site;
};

// Inputs that another run could be given.
struct run_rival {
    struct run_input inputs[MAX_RUN_INPUTS];
};

// What ends a run early, where only a perfect one is of use.
enum run_watch {
    RUN_WATCHES_NOTHING,
    RUN_WATCHES_ERRORS,
    RUN_WATCHES_ERRORS_AND_BATCH, // an op that takes its input for one without a batch axis, too
};

struct run_plan {
    const struct entry *entry;
    const char *names[MAX_RUN_INPUTS]; // of the inputs, used or not
    int n_inputs;                      // of a module's call, or of the tensors among the parameters
    struct run_input inputs[MAX_RUN_INPUTS];
    int n_facts;
    const struct run_fact *facts;
    int n_decisions;
    const bool *decisions;
    const struct ast *const *decision_nodes;
    bool symbolic_argv;
    enum run_watch watch;
    // What was found for nearly the same program, whose inputs are tried first; NULL: nothing.
    const struct run_plan *like;
    // Inputs to be tried next if these are no good, in order.
    int n_rivals;
    const struct run_rival *rivals;
};

struct run {
    struct arena *arena; // of this run: closed when it is thrown away
    struct program *program;
    struct syms *syms;
    struct eval_outcome outcome;
    int n_inputs;
    value_id inputs[MAX_RUN_INPUTS];
    int n_outputs; // what the entry gave back, in order
    const value_id *outputs;
    int n_errors_before; // errors that the module's making gave, before it was called
    int n_errors;        // those that it gave then
    int n_nodes;
    bool asks_for_more; // a forward of any number of inputs read beyond those that it got
    bool always_asks;   // and would do so whatever the types of those
    int n_ruled_out; // of a watched run that was given up: the first rivals, which fare no better
    bool rules_out_unbatched; // one of them only because it has no batch axis
    bool unbatched;           // an op took its input for one without a batch axis
    // The inputs are called otherwise in the program, so the module was not called.
    bool misnamed;
    const char *names[MAX_RUN_INPUTS]; // what they are called; NULL: the program does not say
    bool called;                       // there was a module to call, or the entry needs no call
    bool *bindings_used;               // of --set
};

struct front {
    struct arena *arena;
    struct unit *unit;
    const struct front_request *request;
    struct front_result *result;
    struct map *names_without_bindings; // of inputs, by plan (solve.c)
    struct kernel_nests *nests;
};

// Is it the size of an input of the plan, rather than a number of the program's?
bool run_has_axis(const struct run_plan *, const char *name);

void run_entry(const struct front *, const struct run_plan *, struct run *);
void run_throw_away(struct run *);

// How many tensors the entry's function takes.
int run_n_tensor_parameters(const struct entry *);

#endif
