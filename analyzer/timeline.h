#ifndef ANALYZER_TIMELINE_H
#define ANALYZER_TIMELINE_H

// What is alive when: the memory pass's view of time, for plots. The sum over the spans that hold
// a moment is what the pass counts there, so the largest such sum is the peak.

#include "analyzer/memory.h"

struct timeline_moment {
    node_id node;     // that runs then; 0: memory is asked for or given back
    const char *name; // "layer1.0.conv2", "cat (unet.c:41)"; "" for node 0
    const struct site *site;
};

struct timeline_span {
    storage_id storage;             // 0: what earlier rounds of a region left behind
    const char *name;               // "x", "layer1.0.conv2"
    int first, last;                // moments, both included
    const struct sym *const *bytes; // of each asked type
};

struct timeline {
    int n_moments;
    const struct timeline_moment *moments;
    int n_spans;
    const struct timeline_span *spans; // in order of their first moments
};

// A moment is an event of the program at which something becomes alive or runs.
void timeline_find(struct arena *, const struct memory_request *, struct timeline *);

#endif
