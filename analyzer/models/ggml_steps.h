#ifndef ANALYZER_MODELS_GGML_STEPS_H
#define ANALYZER_MODELS_GGML_STEPS_H

// What ggml's graph allocator asks of its pool of memory, in order: take, hand over, give back.
// This order depends on the graph and on layouts alone, never on addresses. Private to
// ggml_gallocr.c and what it calls.

#include "analyzer/models/ggml_choices.h"
#include "ir/ggml_graph.h"

enum ggml_step_kind { GGML_TAKE, GGML_HAND_OVER, GGML_GIVE };

struct ggml_step {
    enum ggml_step_kind kind;
    int slot; // of the tensor that takes, is handed to, or gives
    int from; // GGML_HAND_OVER: whose memory it was
    int node; // that is computed then; -1: before the first
};

// A tensor that the graph has or refers to.
struct ggml_slot {
    const struct ggml_tensor *tensor; // NULL: not of this graph
    int unread, views;                // edges that will still read it; view nodes of it
    bool owns;                        // memory of the pool
    bool placed;                      // it owned some at one time
    bool seen;                        // it is in the allocator's table
    const struct sym *bytes, *padded;
};

struct ggml_steps {
    struct arena *arena;
    struct syms *syms;
    const struct ggml_graph *graph;
    int version;
    struct ggml_choices *choices;
    uint32_t lowest; // number of the tensor in slot 0
    int n_slots;
    struct ggml_slot *slots;
    int64_t table, in_table; // how many tensors the allocator's table has room for, and has
    VEC(struct ggml_step) list;
    bool all_numbers;                  // every size that is taken is a number
    const struct ggml_tensor *unknown; // the first whose size is not known; NULL: none
    const struct ggml_tensor *empty;   // the first of 0 bytes; NULL: none
    const struct ggml_tensor *no_room; // the first that the table had no room for; NULL: none
};

void ggml_steps_open(struct ggml_steps *, struct arena *, struct syms *, int version,
                     const struct ggml_graph *);
// Again from the beginning; the choices answer what layouts leave open.
void ggml_steps_walk(struct ggml_steps *, struct ggml_choices *);
int ggml_steps_slot(const struct ggml_steps *, const struct ggml_tensor *); // -1: not of the graph

#endif
