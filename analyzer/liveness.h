#ifndef ANALYZER_LIVENESS_H
#define ANALYZER_LIVENESS_H

// When each storage is in use, in places of the program's event order. A view
// and an in-place result are uses of the storage that they lie in. What the
// program gives back lives to the end; inputs and parameters live all the time.
//
// A repeat region is walked once. What comes from outside and is used inside
// is needed until the region ends; what is made inside is needed within one
// iteration, unless it is carried into the next.

#include "ir/graph.h"

struct lifetime {
    int first, last; // events, both included; last == events.n: to the end
    bool used;       // false: nothing in the event order makes or touches it
};

// A region in the event order.
struct liveness_region {
    int begin, end; // EVENT_REPEAT, and the EVENT_NODE of the region's node
    int outer;      // index of the region around it, or -1
    node_id node;
};

struct liveness {
    const struct program *program;
    struct lifetime *storages; // by storage id
    int n_regions;
    struct liveness_region *regions; // in order of their beginnings
    int *region_of;                  // by storage id: the innermost region it is made in, or -1
};

void liveness_find(struct arena *, const struct program *, struct liveness *);

#endif
