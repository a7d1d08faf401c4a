#ifndef ANALYZER_EXEC_EXEC_H
#define ANALYZER_EXEC_EXEC_H

// Runs a program whose sizes are all numbers: each node's kernel in the order of
// the events, with memory that is counted (blocks.h) and given back after the
// last use. Nothing here reads an inferred shape of a result: what a kernel made
// is what is reported.

#include "analyzer/exec/blocks.h"
#include "analyzer/exec/data.h"
#include "analyzer/exec/npy.h"

enum exec_mode {
    EXEC_INFERENCE,
    EXEC_TRAINING, // keeps what backward reads, and can run it
    EXEC_GROWING   // the same, of a program to which nodes are added yet: see live.c
};

struct exec;

// Told of what happens, as it happens; each may be NULL.
struct exec_listener {
    void (*node)(void *user, struct exec *, node_id, double seconds);
    // Of a checkpoint, run once more for its backward pass; `node` is not told of that.
    void (*again)(void *user, struct exec *, node_id, double seconds);
    void (*call)(void *user, struct exec *, int call); // a module's forward hook
    void (*backward)(void *user, struct exec *, node_id, double seconds);
    // A module's full backward hook, the last call first: exec_gradient of its outputs is complete.
    // Not told of calls to which no gradient came.
    void (*call_backward)(void *user, struct exec *, int call);
    // A gradient that a node's backward pass gave its operand number `operand`.
    void (*gradient)(void *user, struct exec *, node_id, int operand, const struct tensor *);
    void *user;
};

struct exec_request {
    const struct program *program;
    enum exec_mode mode;
    uint32_t seed;
    int n_files; // inputs whose numbers are given; the others get random ones
    const struct npy *files;
    const struct exec_listener *listener; // NULL: none
    // Of what ops say that backward reads, these bits (SAVE_IN, SAVE_OUT) are not kept: a test of
    // what they say.
    unsigned forget;
    int n_checkpoints; // in order, apart from one another; of the mode EXEC_TRAINING
    const struct checkpoint *checkpoints;
};

// Weights of one result in the sum that is differentiated, made as an input is (data.h).
struct exec_weights {
    value_id value;
    uint32_t seed;
    double a, b;
};

// What a value turned out to be; stays when its memory is given back.
struct exec_measure {
    enum dtype dtype; // DTYPE_NONE: it was not computed
    int8_t rank;
    int64_t dim[MAX_RANK];
    int64_t bytes; // count x element size
};

// Why a complete program cannot be executed, as far as that is seen before: a size that is no
// number, a finding, an op without a kernel. NULL: nothing is in the way.
const char *exec_hindrance(struct arena *, const struct program *);
// Inputs, parameters and constants are made and filled. NULL, with the reason, where the program
// cannot be executed.
struct exec *exec_open(struct arena *, const struct exec_request *, const char **error);
// False, with the reason, where the numbers themselves are refused (an index out of range).
bool exec_forward(struct exec *, const char **error);
// From the gradients of a weighted sum over results that the program gives back. n 0: the sum of
// all elements of all of them. Backward passes that the program makes itself are part of the
// forward pass (EXEC_TRAINING), and what they were made of is no part of this one.
bool exec_backward(struct exec *, int n, const struct exec_weights *, const char **error);
void exec_close(struct exec *);

const struct blocks *exec_blocks(const struct exec *);
// Bytes of the workspace that the last kernel of the forward pass computed in. Copies of operands,
// which it makes only of those that do not lie in order, are none of them.
int64_t exec_scratch(const struct exec *);
// How long the matrix products of the last kernel took.
double exec_product_seconds(const struct exec *);
// Bytes that are kept for backward: operands, results, what checkpoints were given, masks; each
// memory once, without parameters and buffers. Now, or at the begin of a backward pass of the
// program's own, whichever is more.
int64_t exec_saved_bytes(const struct exec *);
const struct exec_measure *exec_measured(const struct exec *, value_id);
// While it is there: until its last use, or until backward has used it.
const struct tensor *exec_tensor(const struct exec *, value_id);
const struct tensor *exec_gradient(const struct exec *, value_id); // dtype NONE: none arrived

#endif
