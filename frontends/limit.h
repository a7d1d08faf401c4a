#ifndef FRONTENDS_LIMIT_H
#define FRONTENDS_LIMIT_H

// Conditions on the count of a model's loops that the samples do not show: beyond some number of
// rounds a size would be negative, and a call is refused. Where that is the samples' sizes say
// (edge.h), and runs with the counts on either side show that it is so.

#include "frontends/edge.h"
#include "frontends/front.h"

#define MAX_REFUSED 3 // gaps between good counts, and the last of these
#define MAX_ASKED 16
#define MAX_LIMITS_FOUND (MAX_GAPS + MAX_REFUSED + MAX_ASKED)

enum probe_result {
    PROBE_GOOD,
    PROBE_REFUSED, // with an error
    PROBE_UNKNOWN  // it was left early, or went another way
};

struct limit_request {
    struct arena *arena;
    const char *symbol; // the count
    int n;
    const struct edge_sample *samples;
    int64_t refused; // a count that is known to end in an error; 0: none is
    int n_asked;     // counts that somebody wants figures of
    const int64_t *asked;
    // A run with the count; `why` gets the error.
    void *data;
    enum probe_result (*probe)(void *data, int64_t count, const struct diag **why);
};

// At most MAX_LIMITS_FOUND, each with the error that a count beyond it has: "n <= 64: with 65,
// Linear: weight would have a negative size, -8 (model.c:8)". 0 too where runs show no such edge.
int limit_find(const struct limit_request *, struct front_assumption *);

#endif
