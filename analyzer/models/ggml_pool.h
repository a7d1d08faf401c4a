#ifndef ANALYZER_MODELS_GGML_POOL_H
#define ANALYZER_MODELS_GGML_POOL_H

// The memory that ggml's graph allocator deals out: free ranges in the order of addresses, the last
// of them without end. Twice: in numbers, and with symbols, where the choice of a range is asked of
// the choices and addresses are sums. Private to ggml_gallocr.c.

#include "ir/ggml_largest.h"
#include "analyzer/models/ggml_steps.h"

struct ggml_pool {
    int64_t at[GGML_FREE_RANGES], size[GGML_FREE_RANGES];
    int n, most; // ranges now, and at the worst time
    int64_t top; // the highest address that was ever used
};

void ggml_pool_open(struct ggml_pool *);
// The address; -1: past 63 bits. `bytes` is a multiple of the alignment, or 0.
int64_t ggml_pool_take(struct ggml_pool *, int64_t bytes);
bool ggml_pool_give(struct ggml_pool *, int64_t at, int64_t bytes); // false: too many ranges

// A piece of the address space: free, or of one tensor.
struct ggml_block {
    const struct sym *at, *size; // size: NULL for the last, which has no end
    bool free;
    struct ggml_block *below, *above;           // in the address space
    struct ggml_block *free_below, *free_above; // among the free ones
};

struct ggml_symbolic_pool {
    struct arena *arena;
    struct syms *syms;
    struct ggml_choices *choices;
    struct ggml_block *lowest_free, *last;
    int n, most;
    struct ggml_largest tops;
};

void ggml_symbolic_pool_open(struct ggml_symbolic_pool *, struct arena *, struct syms *,
                             struct ggml_choices *);
// `bytes` is at least 1.
struct ggml_block *ggml_symbolic_pool_take(struct ggml_symbolic_pool *, const struct sym *bytes);
bool ggml_symbolic_pool_give(struct ggml_symbolic_pool *, struct ggml_block *); // false: too many

#endif
