#ifndef ANALYZER_DEMANDS_H
#define ANALYZER_DEMANDS_H

// Conditions of a library's calls that depend on symbols: proved, wrong for every value, or a
// requirement on the symbols that the report shows.

#include "analyzer/shapes.h"

struct demand {
    const char *function; // "ggml_mul_mat"
    const struct site *site;
    struct obligation obligation; // its terms say where in the call the sizes stand
};

void demand_settle(struct arena *, struct program *, struct shapes *, const struct demand *);

#endif
