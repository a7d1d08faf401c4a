#ifndef ANALYZER_MODELS_GGML_GALLOCR_H
#define ANALYZER_MODELS_GGML_GALLOCR_H

// What ggml's graph allocator (ggml_gallocr) does with a graph: the size of the compute buffer,
// where each tensor lies in it, and how much of it is really needed at once. One buffer of the CPU
// type: alignment 32, no maximum size. The rules are those of ggml-alloc.c, which are the same in
// 0.15, 0.21 and 0.25 but for the list of operators that may work in place (ir/ggml_ops.def).
//
// Sizes that are numbers give the library's numbers. With symbols the buffer is a closed form as
// long as the allocator's choices do not depend on them; where they do, one form for each way to
// choose (`pieces`), and the largest of them as an upper bound. Symbols are taken to be at least 1.
//
// Flags and `has_data` of the tensors count as they are in the graph that is handed over.

#include "analyzer/report/quantity.h"
#include "ir/ggml_memory.h"

#define GGML_FREE_RANGES 256 // the library aborts beyond: "out of free blocks"

enum ggml_gallocr_end {
    GGML_PLACED,
    GGML_OUT_OF_RANGES, // aborts while reserving: more than GGML_FREE_RANGES ranges are free
    GGML_TABLE_FULL,    // aborts while reserving: too many views of tensors outside of the graph
    GGML_NOTHING_HELD,  // ggml_gallocr_alloc_graph aborts: all tensors to be placed have 0 bytes
    GGML_SIZE_UNKNOWN   // a size is not known, or passes 64 bits
};

// A moment that may be the worst one.
struct ggml_moment {
    const struct sym *padded, *bytes; // of what is alive: in whole steps of the alignment, and not
    const struct ggml_tensor *node;   // that is computed then; NULL: before the first
    const struct ggml_tensor *placed; // the tensor that was given memory then
    int n_alive;
    const struct ggml_tensor *const *alive; // in the order in which they were placed
};

// A comparison on which the allocator's choices depend.
struct ggml_condition {
    const struct sym *small, *large; // small <= large
    bool holds;
};

struct ggml_piece {
    const struct sym *buffer;
    int n_conditions;
    const struct ggml_condition *conditions;
};

struct ggml_plan {
    enum ggml_gallocr_end end;
    const struct ggml_tensor *ended_at; // where it did not end well
    struct quantity buffer, at_least;   // at_least: the most that is alive, padded
    struct quantity peak;               // not padded
    struct quantity lost;               // buffer - at_least: to fragmentation
    int most_ranges;                    // how many were free at once
    int n_moments;                      // more than one where the largest depends on symbols
    const struct ggml_moment *moments;
    int n_pieces; // 1: the choices do not depend on symbols; 0: too many ways, or none ended
    const struct ggml_piece *pieces;
    struct ggml_places *places;
    // What the pool was asked, step by step, and where that lies: equal numbers, equal answers. 0
    // where that depends on symbols. Of two steps in a row of which the second repeats the first,
    // and of as many as one likes, the state of the pool behind them is the same.
    int n_trace;
    const uint64_t *trace;
};

// Linear in the nodes, times the ranges that are free at once.
void ggml_gallocr_plan(struct arena *, struct syms *, const struct ggml_state *,
                       const struct ggml_graph *, struct ggml_plan *);
// Where the data of a tensor of that graph lies in the buffer after ggml_gallocr_alloc_graph. NULL:
// it is elsewhere, was never placed, or where depends on the symbols.
const struct sym *ggml_plan_offset(const struct ggml_plan *, const struct ggml_tensor *);

#endif
