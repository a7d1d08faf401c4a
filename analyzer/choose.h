#ifndef ANALYZER_CHOOSE_H
#define ANALYZER_CHOOSE_H

// Small values for the symbols of a model that is to be executed: of each 2 at first, and where a
// condition of the model or of its variant does not hold, the next value that keeps it.

#include "analyzer/report/report.h"

struct choice {
    const char *name;
    int64_t value;
    bool given; // by the user: it stays
};

struct choices {
    int n;
    struct choice *at;
    const char *broken; // one that no small values keep, or given ones break, and how; NULL: none
    bool other_variant; // it is the condition of this variant: another one may take the values
};

// `given` values come first and are not changed; those of names that the model has not are left
// out. No symbols are left out that sizes, arguments of calls or counts of loops depend on.
void choose_sizes(struct arena *, const struct report_model *, int n_given,
                  const struct choice *given, struct choices *);

#endif
