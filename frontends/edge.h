#ifndef FRONTENDS_EDGE_H
#define FRONTENDS_EDGE_H

// Up to which count a model's loops can run, where its sizes fall with each round or with the
// number of all: the places where sizes would come to less than nothing, from those of the samples.

#include "ir/graph.h"
#include "ir/requirement.h"

#define MAX_EDGE_SAMPLES 8
#define MAX_EDGE_COUNT 4096 // beyond, nothing is looked for
#define MAX_GAPS 4
#define EDGE_DIFFERENCES 4

// Of one sample, the program with its count.
struct edge_sample {
    int64_t count;
    const struct program *program;
};

// Counts from `first` to `last` at which a size behind the loops would be negative, or 0 where it
// is nowhere less, though it is not before and behind these. `delta`: the differences of the size,
// from the second sample's count on (ir/base/differences.h).
struct edge_gap {
    int64_t first, last;
    int64_t delta[EDGE_DIFFERENCES];
};

struct edges {
    int64_t most; // beyond which a size falls below 0; MAX_EDGE_COUNT: none does that is known of
    int n_gaps;
    struct edge_gap gaps[MAX_GAPS];
};

// The samples' counts grow; the second to fifth are 2, 3, 4, 5. Sizes that are no polynomials of
// the count up to the third degree, or have symbols, say nothing.
struct edges edges_find(struct arena *, int n, const struct edge_sample *);

#endif
