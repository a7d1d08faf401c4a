#ifndef ANALYZER_EXEC_RUNNING_H
#define ANALYZER_EXEC_RUNNING_H

// The state of a program that runs, and of the kernel that runs at the moment;
// private to analyzer/exec.

#include "analyzer/exec/exec.h"
#include "ir/base/vec.h"

// What one node leaves for its backward pass. Tensors that are not kept have their extents and a
// NaN for each number.
struct kept {
    bool there;
    const bool *wanted; // by operand: is its gradient asked for?
    int n_in, n_out, n_own;
    struct tensor *in, *out;
    struct tensor own[MAX_OWN];
    uint32_t *versions; // of the blocks of operands, then of results, when they were kept
    void *memory;       // that the lists above lie in; its own
};

// What a segment was given, held.
struct segment_input {
    value_id value;
    struct tensor tensor;
    uint32_t version;
    int n_readers; // of the value, while the segment is run again
};

// Nodes of which nothing else is kept: they are run again before their backward pass.
struct segment {
    struct arena *arena; // of the inputs; NULL: there are none
    node_id first, last;
    struct data_random random; // as it was when they began
    VEC(struct segment_input) inputs;
    bool asked; // does a gradient go through it? Nothing is held where none does
    bool was_run_again;
};

// A value that is a number of the source language, and its eight bytes.
struct exec_number {
    value_id id;
    void *data;
};

struct exec {
    struct arena *arena, *scratch; // scratch: for one kernel
    const struct program *program;
    enum exec_mode mode;
    uint32_t seed;
    int n_files;
    const struct npy *files;
    unsigned forget;
    bool keeps_nothing; // for now: nodes that run are run again before their backward pass
    struct data_random random;
    struct exec_listener listener;
    struct blocks blocks;
    int64_t scratch_bytes;              // of the last kernel of the forward pass
    double product_seconds;             // of the last kernel's products
    struct tensor *tensors, *gradients; // by value id; each has one use of its block
    struct exec_measure *measured;
    int *n_readers;                  // by value id: nodes that have not yet read it
    struct kept *kept;               // by node id
    const int *released;             // of training: when a pass of the program's own frees it
    int64_t saved_most;              // at the begin of such a pass
    VEC(struct exec_number) numbers; // of the source language
    int n_segments, segment; // the one that nodes of the forward pass are in, or that comes next
    struct segment *segments;
    bool runs_again;             // a node of a segment
    int room_values, room_nodes; // how many the arrays above have room for
};

// A kernel at work. `call` comes first: a kernel's call is the running one.
struct running {
    struct kernel_call call;
    struct exec *exec;
    enum block_kind kind;       // of what it allocates for results
    VEC(struct block *) blocks; // one use each, until it ends
    struct tensor *copies;      // by operand: what it was before the call overwrote it; NULL: none
};

// Memory that lives until the kernel ends, or longer where somebody else holds it.
void running_own(struct running *, struct block *);
void running_begin(struct exec *, node_id, enum block_kind, struct running *);
void running_end(struct running *);
// What to say of a kernel that refused its numbers.
const char *running_failure(struct exec *, node_id, const char *failure);

// exec_segment.c: what programs that are complete and that grow share
void segment_hold_input(struct exec *, struct segment *, value_id); // once, however often
const char *segment_changed(struct exec *, const struct segment *); // NULL: it can be run again
// The values stand for what was held, and the second time for what they were.
void segment_swap_inputs(struct exec *, struct segment *);
void segment_release(struct segment *);
bool segment_made(const struct program *, const struct segment *, value_id);
// Adds up memory once each that a set has not seen.
struct map;
void saved_count(struct map *seen, const struct block *, int64_t *bytes);
void saved_count_segment(struct map *seen, const struct segment *, int64_t *bytes);
int64_t saved_of_nodes(const struct exec *, struct map *seen, node_id end);

// Around a node of the forward pass, and before one of the backward pass; of complete programs.
void exec_enter_segment(struct exec *, node_id);
bool exec_recompute(struct exec *, node_id, const char **error); // true where nothing is to be

// Room for all values and nodes that the program has now.
void exec_make_room(struct exec *);
// Values and nodes from these on are no more: others will have their numbers.
void exec_forget(struct exec *, node_id first, value_id first_value);
void exec_forget_all(struct exec *); // before it is closed
// Why a node cannot run, as far as that can be seen before; NULL: nothing is in its way.
const char *exec_node_hindrance(struct arena *, const struct node *);
bool exec_sizes_fit(const struct value *);
// The forward pass of one node, and its backward pass, which wants the gradients of its results.
bool exec_run_node(struct exec *, node_id, const char **error);
bool exec_run_backward(struct exec *, node_id, const char **error);
// The pass of a program that calls nn_backward itself, at this event; of complete programs.
bool exec_own_backward(struct exec *, int event, const char **error);
bool exec_gradient_arrived(const struct exec *, const struct node *); // of any result
void exec_drop_gradients(struct exec *, const struct node *);         // of its results
void exec_drop_gradient(struct exec *, value_id);
void exec_drop_kept(struct kept *);
void *exec_memory(size_t bytes); // zeroed; or the handler of arenas ends the program
void *exec_number_room(struct exec *, value_id);
// The gradient that backward begins with, added to what a leaf has already; NULL: ones.
void exec_seed(struct exec *, value_id, const struct tensor *gradient);
void exec_measure(struct exec *, value_id);

void exec_let_go(struct exec *, value_id);
// Before a node's forward pass: copies of what it overwrites and its backward pass reads.
void kept_copy(struct exec *, node_id, struct running *);
// By operand: is its gradient asked for?
bool *kept_wanted(struct exec *, node_id);
// After a node's forward pass: what its op's `saved` names stays, for the gradients wanted.
void kept_take(struct exec *, node_id, const struct running *);

#endif
