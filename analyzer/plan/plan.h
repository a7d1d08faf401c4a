#ifndef ANALYZER_PLAN_PLAN_H
#define ANALYZER_PLAN_PLAN_H

// A fixed plan for the forward pass of a program whose sizes are numbers, made once and run often:
// which nodes run together, and where in one arena each result lies.
//
// Elementwise nodes that hand one result on to one reader are fused: they run piece by piece, and
// what they hand on exists only as a piece. A chain of them may begin with a product, which is
// computed where the chain's result will lie. All other results get an offset for their whole life;
// those that are never alive together may share a place.

#include "ir/graph.h"

enum plan_fusion { PLAN_PLAIN, PLAN_ELEMENTWISE, PLAN_FUSED }; // ELEMENTWISE: no products

// Nodes that run together; more than one: piece by piece.
struct plan_step {
    int first, n; // into `nodes`
    int head;     // of these the product that runs first, as a whole; -1: there is none
    int64_t unit; // elements that a piece has a multiple of, since an operand repeats after so many
};

// Which part of a program: the events [first, end), and the results that are wanted of it. Nothing
// wanted: those that the program gives back.
struct plan_range {
    int first, end;
    int n_wanted;
    const value_id *wanted;
};

struct plan {
    const struct program *program;
    struct plan_range range;
    int n_storages; // when it was made: a program may grow afterwards
    int n_given;
    const value_id *given; // inputs that no node of the range makes, each once
    int n_steps;
    struct plan_step *steps;
    node_id *nodes; // in the order in which they run
    bool *inside;   // by node: it is one of the plan
    bool *piece;    // by value: it is handed on within a step
    int *last_step; // by storage: the last that needs it; n_steps: it is given back
    // By storage: from the begin of the arena, and its bytes; offset -1: it does not lie there.
    int64_t *offset, *bytes;
    int64_t arena_bytes;
    int64_t peak_bytes; // inputs and activations alive at once, without what is only a piece
};

// What every offset is a multiple of: a cache line.
#define PLAN_ALIGNMENT 64

// NULL, or why there is no plan: a size that is no number, a loop.
const char *plan_make(struct arena *, const struct program *, const struct plan_range *,
                      enum plan_fusion, struct plan *);
struct plan_range plan_whole(const struct program *); // all of it
bool plan_wants(const struct plan *, value_id);
// Is it made by a node of the plan?
bool plan_makes(const struct plan *, value_id);

// Private to the folder: steps (plan_steps.c), lives and places (plan_arena.c).
void plan_find_steps(struct arena *, enum plan_fusion, struct plan *);
const char *plan_place(struct arena *, struct plan *);

#endif
