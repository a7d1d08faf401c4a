#ifndef ANALYZER_CLI_DRIFTED_H
#define ANALYZER_CLI_DRIFTED_H

// What `check` and `diff` print: what changed, and errors of the analyses that it was found by.

#include "analyzer/baseline/drift.h"
#include "analyzer/cli/request.h"

struct drifted {
    struct arena *arena;
    struct drift drift;
    enum exit_status status; // the worst of all analyses
    VEC(const struct report *) reports;
};

// Reads --tolerance; false after a complaint.
bool drifted_open(struct drifted *, struct arena *, const struct options *, enum drift_of,
                  const char *against);
// In the asked format, with the status of what was found.
enum exit_status drifted_give(struct drifted *, const struct options *);

#endif
