#ifndef ANALYZER_BASELINE_GROWTH_H
#define ANALYZER_BASELINE_GROWTH_H

// Which output made a model grow: outputs before and now are lined up by their sizes, so that names
// do not matter, and where they differ the one that grew the most is taken.

#include "analyzer/baseline/baseline.h"

struct growth {
    const struct baseline_row *row; // as it is now; NULL: no output grew
    const char *before;             // NULL: it is new
};

struct growth growth_find(struct arena *, struct syms *, const struct baseline_model *before,
                          const struct baseline_model *now);

#endif
