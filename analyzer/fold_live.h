#ifndef ANALYZER_FOLD_LIVE_H
#define ANALYZER_FOLD_LIVE_H

// The worst moment of a model whose loops run n times. What is alive while a node runs is, in
// round k of n, a number and so much for each round before it and for each round at all; so the
// worst round is the first, the second, the last or the one before it, and the peak is the largest
// of a few lines.

#include "analyzer/fold.h"
#include "analyzer/memory.h"

struct fold_live_request {
    const struct fold_request *fold;
    enum fold_order order;
    struct syms *syms; // of the folded model
    const struct sym *count;
    int dtype; // index into the fold's
    enum memory_mode mode;
};

// Fills bytes, the moment and pieces. False where the samples do not show it; `least`: raised to
// the smallest count that it is true of.
bool fold_live(struct arena *, const struct fold_live_request *, const struct report_model *folded,
               struct report_live *, int64_t *least);

#endif
