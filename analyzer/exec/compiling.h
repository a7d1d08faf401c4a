#ifndef ANALYZER_EXEC_COMPILING_H
#define ANALYZER_EXEC_COMPILING_H

// The state of a compiled program; private to compiled.c (plans, places, variants that are tried)
// and compiled_run.c (kernels, alone and piece by piece).

#include "analyzer/exec/compiled.h"
#include "analyzer/exec/data.h"
#include "analyzer/exec/running.h"

#define MAX_VARIANTS 8
#define PIECE_WIDTH 8 // bytes that an element of a piece has room for

// Memory that a kernel computes in, kept for the next one.
struct room {
    char *at;
    int64_t bytes;
    bool used;
};

// An operand that does not lie in the arena, or views what does not: another one at each call.
struct given_operand {
    struct tensor *in;
    value_id id;
    int step;
};

struct compiled {
    struct arena *arena;
    struct arena *scratch;  // for one kernel
    struct arena *bindings; // of `calls`
    struct compile_request request;
    const struct program *program;
    struct plan plan;
    struct data_random random;
    char *memory;                    // of the arena
    char *pieces;                    // a place for each node of the longest chain
    struct tensor *handed;           // the same: what it has just made
    struct tensor *tensors;          // by value
    struct kernel_call *calls;       // by place in plan.nodes, as they were bound
    bool bound;                      // all of them
    VEC(struct given_operand) given; // where they read what no node makes
    int64_t piece;                   // elements, if no step needs another number
    int64_t piece_room;              // of the largest piece
    VEC(struct room) rooms;
    int64_t n_allocations; // of memory, in the last run
    int64_t n_bound;       // kernels that were bound to operands, in the last run
    int n_variants;        // that were tried
    struct compiled_variant variants[MAX_VARIANTS];
    VEC(char *) strays;           // results that were larger than planned; until the next run
    int64_t alive, peak, reached; // measured
    int64_t *held;                // by storage: bytes of what lies there now
    int *first_end, *next_end;    // by step, by storage: which end with it; 0: none more
};

// Elements in a piece of a step, a multiple of its unit that is near `piece`.
static inline int64_t compiled_piece_of(int64_t piece, const struct plan_step *step)
{
    return piece < step->unit ? step->unit : piece / step->unit * step->unit;
}

// A kernel at work. `call` comes first: a kernel's call is the working one.
struct working {
    struct kernel_call call;
    struct compiled *compiled;
    const struct node *node;
    const struct node *last; // whose place the result goes to: the end of its chain
    char *out;               // where the result of a piece goes; NULL: to that place in the arena
};

#endif
