#ifndef ANALYZER_STEP_WALK_H
#define ANALYZER_STEP_WALK_H

// A walk over a training step, forward and back, that counts its memory: what step.c and
// step_part.c share.

#include "analyzer/step.h"

// Activations that a checkpoint holds.
struct given {
    VEC(value_id) values;
};

struct walk {
    const struct step_graph *graph;
    const struct program *program;
    struct arena *arena;
    struct step *step;
    int n_checkpoints, at; // `at`: the one that the walk is in, or comes to next
    const struct checkpoint *checkpoints;
    bool *was_run;       // by checkpoint: again
    bool *asked;         // by checkpoint: does a gradient go through it?
    struct given *given; // by checkpoint
    int *holders;        // by storage: tensors that are there, and calls that keep it
    bool *is_aside;      // by storage: a checkpoint has made it again
    int *aside;          // by storage: who holds what it made the first time; `holders` the other
    bool runs_again;     // at the moment it is about what checkpoints made again
    int *readers;        // by value: nodes that have not read it yet
    bool *there;         // by node: is what it keeps kept?
    bool *again;         // by node: has a checkpoint run it again?
    bool *gradients;     // by value: did one come?
    bool *made;          // by storage: an input that the program makes itself, when it comes to it
    const int *released; // by node: the event of the backward pass that frees it
    node_id ran;         // the last one of the forward pass
    int64_t alive, alive_gradients, collected; // collected: of these what no node makes
};

enum keeps { KEEPS, KEEPS_NOTHING };

void walk_open(struct walk *w, struct arena *arena, const struct step_graph *graph,
               struct step *step);
void walk_add_checkpoints(struct walk *w, int n, const struct checkpoint *checkpoints);
storage_id walk_storage(const struct walk *w, value_id id);
// Was it made by a node of the checkpoint?
bool walk_is_inside(const struct walk *w, const struct checkpoint *c, value_id id);
// A level of the walk, with `more` that goes at once; the node is to be blamed for it.
void walk_rise(struct walk *w, int64_t more, node_id node);
// All that a call makes is there before anything goes. `blamed`: the node that is run back, for
// which this one is run again; 0: forward.
void walk_make_results(struct walk *w, node_id id, enum keeps keeps, node_id blamed);
// Of operands that were made within the checkpoint only; NULL: of all.
void walk_drop_read(struct walk *w, const struct node *node, const struct checkpoint *within);
// In the backward pass at an event; events.n: that behind the program.
void walk_go_back(struct walk *w, node_id id, int event);

#endif
