#ifndef FRONTENDS_VARIANTS_H
#define FRONTENDS_VARIANTS_H

// The models of one entry: more than one where a branch depends on something
// unknown. The run is repeated with the other decision; sides that end without
// a graph are dropped, equal graphs are one, the rest are variants, each with
// the condition under which it is the program's model. What was found on a side that is
// dropped is kept.

#include "frontends/solve.h"
#include "frontends/ways.h"

struct variant {
    struct solution solution;
    const char *condition; // NULL: it is always this one
    int n_ways;
    const struct claims *ways; // the same
};

struct variants {
    VEC(struct variant) list;
    struct solution empty;  // the first run, where no run made a graph
    struct solution blank;  // of those of ggml: the first that left loops; may be the same run
    struct diags loops;     // which loops runs without a graph left, where no run made one
    struct diags findings;  // of other runs without a variant, those that no variant has
    const char *incomplete; // the search ended early; NULL: it did not
    VEC(struct eval_decision) branches; // all unknown ones that a path met
    struct map *seen;                   // what the runs' watched conditions were about
};

void variants_find(const struct front *, const struct run_plan *start, struct variants *);

// The first error of its runs; NULL: there is none.
const struct diag *variants_error(const struct variants *);

#endif
