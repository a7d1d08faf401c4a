#ifndef ANALYZER_LARGEST_H
#define ANALYZER_LARGEST_H

// Up to which size a model keeps a budget: of each symbol that its figure depends on, the others at
// their smallest, and of the rows of a batch, where a library grows by so much for each row.

#include "analyzer/report/report.h"

enum largest_kind {
    LARGEST_NONE, // not even the smallest keeps the limit
    LARGEST_SIZE, // `value` does, and the next one does not
    LARGEST_ANY,  // all that the symbol can be do, or all up to LARGEST_SEARCHED
};

#define LARGEST_SEARCHED ((int64_t)1 << 40)

struct largest {
    enum largest_kind kind;
    const char *name;   // of the symbol; "batch", in rows
    const char *others; // "T = 1, C = 64": what the other symbols are; NULL: there are none
    int64_t value;      // LARGEST_NONE: the smallest
    int64_t bytes;      // at that value
    bool proved;        // the figure never falls as the symbol grows: no larger one keeps the limit
};

// Returns how many there are: none where the figure is a number or not known, or only a lower
// bound.
int largest_that_fit(struct arena *, const struct report_model *, const struct report_budget *,
                     const struct largest **);

#endif
