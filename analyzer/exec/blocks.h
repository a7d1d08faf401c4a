#ifndef ANALYZER_EXEC_BLOCKS_H
#define ANALYZER_EXEC_BLOCKS_H

// The memory of a running program, counted: every byte that a tensor lies in
// belongs to a block of some kind, and a block is given back when its last user
// lets go of it. What is alive now, and what was alive at the worst moment, is
// read off the counts, not off the graph.

#include "ir/engine.h"

#include <stdint.h>

enum block_kind {
    BLOCK_INPUT,
    BLOCK_PARAMETER,  // learned
    BLOCK_BUFFER,     // kept by a module, not learned; constants
    BLOCK_ACTIVATION, // results, and what an op keeps for backward
    BLOCK_GRADIENT,   // of results, and of all while a node's backward pass runs
    BLOCK_COLLECTED,  // gradients of what no node makes, which stay: parameters, inputs
    BLOCK_OPTIMIZER,  // what an optimizer remembers of earlier steps
    BLOCK_WORKSPACE,  // within one kernel
    N_BLOCK_KINDS
};

struct block {
    struct blocks *owner;
    enum block_kind kind;
    int64_t bytes; // as asked for, without padding
    int n_users;
    int64_t room;             // from the system
    uint32_t version, writer; // how often it was overwritten in place, and by which node last
    void *data;
    struct block *next, *previous;
};

struct blocks {
    int64_t live[N_BLOCK_KINDS];
    int64_t most[N_BLOCK_KINDS]; // each at its own worst moment
    int64_t peak;                // inputs and activations, at their worst moment
    int64_t peak_step;           // inputs, activations and gradients
    int64_t peak_passing;        // the same without those that are collected
    int64_t peak_total;          // everything but workspace
    struct block *first;
    bool caches;          // blocks that are given back wait for the next of their size
    struct block *cache;  // singly linked
    int64_t held, cached; // bytes from the system; of them in the cache
    void (*exhausted)(void *user, int64_t bytes); // must not return
    void *user;
};

// A block with one user. Its contents are undefined.
struct block *block_open(struct blocks *, enum block_kind, int64_t bytes);
void block_hold(struct block *);                  // one more user; NULL is allowed
void block_release(struct block *);               // one less; NULL is allowed
void block_turn(struct block *, enum block_kind); // it counts as another kind from now on
void blocks_close(struct blocks *);               // gives back all that is left

// As PyTorch's caching allocator: sizes are rounded up to 512 bytes, and memory is given to the
// system by blocks_empty_cache only. Turning it off empties it.
void blocks_use_cache(struct blocks *, bool on);
void blocks_empty_cache(struct blocks *);
struct engine_memory blocks_memory(const struct blocks *);
int64_t blocks_alive(const struct blocks *); // inputs and activations, now

#endif
